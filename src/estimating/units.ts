import type { Dimension, Unit } from '#contracts/unit.ts'

/**
 * The units every workspace begins with. `d` is a day of the calendar, `wd` one of eight hours' work; a month is the
 * twelfth part of 365 days. A piece, a set and a lump sum are all counted: nothing converts one into the other but 1.
 */
export const units: readonly Unit[] = [
  ...of({ length: 1 }, [
    ['m', 'm', 'metre', 'Meter', '1', 'mtr meters metres'],
    ['mm', 'mm', 'millimetre', 'Millimeter', '0.001', ''],
    ['cm', 'cm', 'centimetre', 'Zentimeter', '0.01', ''],
    ['km', 'km', 'kilometre', 'Kilometer', '1000', ''],
    ['lm', 'lm', 'running metre', 'laufender Meter', '1', "lfm lfdm lfd.m m' m’ m′ ml"],
    ['inch', 'in', 'inch', 'Zoll', '0.0254', 'inches'],
    ['ft', 'ft', 'foot', 'Fuß', '0.3048', 'feet lf'],
    ['yd', 'yd', 'yard', 'Yard', '0.9144', 'yards'],
  ]),
  ...of({ length: 2 }, [
    ['m2', 'm²', 'square metre', 'Quadratmeter', '1', 'm^2 qm sqm'],
    ['mm2', 'mm²', 'square millimetre', 'Quadratmillimeter', '0.000001', 'mm^2 qmm'],
    ['cm2', 'cm²', 'square centimetre', 'Quadratzentimeter', '0.0001', 'cm^2 qcm'],
    ['ha', 'ha', 'hectare', 'Hektar', '10000', ''],
    ['sf', 'ft²', 'square foot', 'Quadratfuß', '0.09290304', 'sqft ft^2'],
    ['sy', 'yd²', 'square yard', 'Quadratyard', '0.83612736', 'sqyd yd^2'],
  ]),
  ...of({ length: 3 }, [
    ['m3', 'm³', 'cubic metre', 'Kubikmeter', '1', 'm^3 cbm'],
    ['cm3', 'cm³', 'cubic centimetre', 'Kubikzentimeter', '0.000001', 'cm^3 ccm'],
    ['l', 'l', 'litre', 'Liter', '0.001', 'ltr liters litres'],
    ['cf', 'ft³', 'cubic foot', 'Kubikfuß', '0.028316846592', 'cuft ft^3'],
    ['cy', 'yd³', 'cubic yard', 'Kubikyard', '0.764554857984', 'cuyd yd^3'],
  ]),
  ...of({ mass: 1 }, [
    ['kg', 'kg', 'kilogram', 'Kilogramm', '1', 'kilo'],
    ['g', 'g', 'gram', 'Gramm', '0.001', ''],
    ['t', 't', 'tonne', 'Tonne', '1000', 'to tonnen tonnes'],
    ['lb', 'lb', 'pound', 'Pfund', '0.45359237', 'lbs'],
  ]),
  ...of({ time: 1 }, [
    ['s', 's', 'second', 'Sekunde', '1', 'sec sek'],
    ['min', 'min', 'minute', 'Minute', '60', 'minuten minutes'],
    [
      'h',
      'h',
      'hour',
      'Stunde',
      '3600',
      'std stunden hr hrs hours masch.-std masch-std maschinenstunde machine-hours machinehours jam oj',
    ],
    ['wd', 'wd', 'working day (8 h)', 'Arbeitstag (8 h)', '28800', 'at arbeitstag workday oh'],
    ['d', 'd', 'day', 'Tag', '86400', 'days tage kalendertag'],
    ['week', 'wk', 'week', 'Woche', '604800', 'weeks wochen wo'],
    ['month', 'mo', 'month', 'Monat', '2628000', 'mon months monate mt'],
  ]),
  ...of({ count: 1 }, [
    ['pcs', 'pcs', 'piece', 'Stück', '1', 'pc pieces st stk stck ea each no nos buah bh ud uds'],
    ['set', 'set', 'set', 'Satz', '1', 'sets komplett garnitur'],
    ['pair', 'pair', 'pair', 'Paar', '2', 'pairs pr'],
    ['pers', 'pers', 'person', 'Person', '1', 'persons people personen'],
    ['ls', 'ls', 'lump sum', 'pauschal', '1', 'psch pau lumpsum lot'],
  ]),
  ...of({ mass: 1, length: 2, time: -2 }, [['kwh', 'kWh', 'kilowatt hour', 'Kilowattstunde', '3600000', '']]),
  ...of({ mass: 1, length: 2, time: -3 }, [['kw', 'kW', 'kilowatt', 'Kilowatt', '1000', '']]),
  ...of({}, [['%', '%', 'per cent', 'Prozent', '0.01', 'percent v.h pct']]),
]

type Row = readonly [code: string, symbol: string, en: string, de: string, toSi: string, aliases: string]

function of(dimension: Dimension, rows: readonly Row[]): Unit[] {
  return rows.map(([code, symbol, en, de, to_si, aliases]) => ({
    code,
    symbol,
    label: { en, de },
    dimension,
    to_si,
    aliases: aliases === '' ? [] : aliases.split(' '),
  }))
}
