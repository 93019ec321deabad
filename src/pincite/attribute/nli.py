"""An NLI model as the judge: a classifier of pairs, on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pincite.attribute.judge import Opinion
from pincite.errors import ConfigError

__all__ = ["NliJudge"]

_MEANT: Final = (("contradict", Opinion.CONTRADICTED), ("not_entail", Opinion.NEUTRAL), ("entail", Opinion.ENTAILED))
"""What a label's name begins with; a model of two classes knows "entailment" and "not_entailment"."""


class NliJudge:
    """
    Judges by a model's labels.

    :param folder: Where the model's files lie; see :class:`pincite.attribute._nli_onnx.Classifier`.
    :raises ModelUnavailable: If they cannot be used.
    :raises ConfigError: If the model has no label of entailment.
    """

    def __init__(self, folder: str) -> None:
        from pincite.attribute._nli_onnx import Classifier  # imported here: needs the ONNX runtime

        self._folder = Path(folder).expanduser()
        self._classifier = Classifier(self._folder)
        if not any(label.startswith("entail") for label in self._classifier.labels):
            raise ConfigError(
                f"attribute.judge is 'nli:{folder}', whose labels are {', '.join(self._classifier.labels)}: expected "
                "one that begins with entail",
                labels=self._classifier.labels,
            )

    @property
    def name(self) -> str:
        """Name in settings and reports."""
        return f"nli:{self._folder.name}"

    def judge(self, claim: str, evidence: str) -> Opinion:
        """Return what the likeliest label means; a label that is not known is neutral."""
        label = self._classifier.label(evidence, claim)
        return next((opinion for begin, opinion in _MEANT if label.startswith(begin)), Opinion.NEUTRAL)
