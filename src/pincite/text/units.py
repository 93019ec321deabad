"""The units and currencies that quantities are read with, each under one name."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["CURRENCIES", "CURRENCY_CODES", "CURRENCY_SIGN", "CURRENCY_SIGNS", "GLUED_UNITS", "UNITS"]

CURRENCY_SIGNS: Final = {
    "US$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "R$": "BRL",
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₽": "RUB", "₹": "INR", "₩": "KRW", "₺": "TRY", "₴": "UAH",
}  # fmt: skip
"""Sign → ISO 4217 code; "$" alone is taken for US dollars."""
CURRENCY_SIGN: Final = "|".join(sorted(map(re.escape, CURRENCY_SIGNS), key=len, reverse=True))
"""Pattern of any of these signs, the longer before what it ends in: "NZ$" before "$"."""
CURRENCY_CODES: Final = (
    *("USD", "EUR", "GBP", "CHF", "JPY", "CNY", "RUB", "CAD", "AUD", "SEK", "NOK", "DKK", "INR"),
    *("PLN", "CZK", "HUF", "NZD", "HKD", "SGD", "BRL", "ZAR", "KRW"),
)
"""Codes of ISO 4217 that are read as money."""
CURRENCIES: Final = frozenset((*CURRENCY_SIGNS.values(), *CURRENCY_CODES, "cent"))
"""Units that are money."""

_NAMES: Final = {
    "%": "% percent per-cent pct prozent pourcent процент процента процентов",
    "percentage point": "percentage-point percentage-points pp",
    "second": "second seconds sec secs s sekunde sekunden",
    "minute": "minute minutes min mins minuten",
    "hour": "hour hours hr hrs h stunde stunden heure heures час часа часов",
    "day": "day days calendar-day calendar-days consecutive-days consecutive-day tag tage tagen jour jours día días"
    " день дня дней",
    "business day": "business-day business-days working-day working-days werktag werktage werktagen arbeitstag"
    " arbeitstage arbeitstagen",
    "night": "night nights",
    "week": "week weeks wk wks woche wochen semaine semaines semana semanas неделя недели недель",
    "month": "month months calendar-month calendar-months mo mos monat monate monaten mois mes meses"
    " месяц месяца месяцев",
    "quarter": "quarter quarters",
    "year": "year years yr yrs jahr jahre jahren an ans année années año años год года лет",
    "ms": "ms millisecond milliseconds",
    "mm": "mm millimeter millimeters millimetre millimetres",
    "cm": "cm centimeter centimeters centimetre centimetres",
    "m": "m meter meters metre metres",
    "km": "km kilometer kilometers kilometre kilometres",
    "inch": "inch inches in″",
    "foot": "foot feet ft",
    "mile": "mile miles mi",
    "mg": "mg milligram milligrams",
    "g": "g gram grams",
    "kg": "kg kilogram kilograms kilo kilos",
    "t": "tonne tonnes",
    "lb": "lb lbs pound-weight",
    "oz": "oz ounce ounces",
    "ml": "ml milliliter milliliters millilitre millilitres",
    "l": "l liter liters litre litres",
    "gallon": "gallon gallons gal",
    "V": "v volt volts vdc vac",
    "mV": "mv",
    "kV": "kv",
    "A": "a amp amps ampere amperes",
    "mA": "ma",
    "W": "w watt watts",
    "kW": "kw",
    "MW": "mw",
    "kWh": "kwh",
    "Ω": "ω ohm ohms",
    "Hz": "hz",
    "kHz": "khz",
    "MHz": "mhz",
    "GHz": "ghz",
    "°C": "°c celsius",
    "°F": "°f fahrenheit",
    "bar": "bar",
    "psi": "psi",
    "kPa": "kpa",
    "Pa": "pa",
    "Nm": "nm n·m",
    "rpm": "rpm",
    "dB": "db",
    "KB": "kb kilobyte kilobytes",
    "MB": "mb megabyte megabytes",
    "GB": "gb gigabyte gigabytes",
    "TB": "tb terabyte terabytes",
    "USD": "usd dollar dollars us-dollar us-dollars u.s.-dollars",
    "cent": "cent cents ¢",
    "EUR": "eur euro euros",
    "GBP": "gbp pound-sterling pounds-sterling",
    "CHF": "chf franken",
    "JPY": "jpy yen",
    "CNY": "cny rmb yuan 元",
    "RUB": "rub rubles roubles рубль рубля рублей",
    "CAD": "cad",
    "AUD": "aud",
    "SEK": "sek",
    "NOK": "nok",
    "DKK": "dkk",
    "INR": "inr rupees",
    "PLN": "pln",
    "CZK": "czk",
    "HUF": "huf",
    "NZD": "nzd",
    "HKD": "hkd",
    "SGD": "sgd",
    "BRL": "brl",
    "ZAR": "zar",
    "KRW": "krw",
}
UNITS: Final = {written.replace("-", " "): unit for unit, names in _NAMES.items() for written in names.split()}
"""How a unit is written, in lower case → its one name."""
GLUED_UNITS: Final = {
    "个工作日": "business day", "工作日": "business day", "天": "day", "日": "day", "日間": "day", "周": "week",
    "个月": "month", "か月": "month", "ヶ月": "month", "年": "year", "小时": "hour", "時間": "hour", "分钟": "minute",
    "分": "minute", "秒": "second", "元": "CNY", "美元": "USD", "欧元": "EUR", "円": "JPY", "公里": "km", "米": "m",
    "公斤": "kg",
}  # fmt: skip
"""Units of languages that are written without spaces."""
