import { textOf } from '../estimates/read-value.ts'
import type { StoredRow } from '../estimates/stored-version.ts'

/** What GAEB calls a catalogue that is of none of its kinds. */
export const otherCatalogue = 'miscellaneous'

const names: Readonly<Record<string, string>> = {
  din_276_1981: 'cost group DIN 276-81',
  din_276_1993: 'cost group DIN 276-93',
  din_276_2006: 'cost group DIN 276-06',
  din_276_2008: 'cost group DIN 276-1 2008-12',
  din_276_2018: 'cost group DIN 276 2018-12',
  locality: 'locality',
  work_category: 'work category',
  cost_unit: 'cost unit',
  bim: 'BIM',
}

/**
 * As which kind of catalogue a set of cost groups goes into GAEB files: the one that is said, DIN 276 by its key and edition,
 * else one of its own.
 */
export function gaebTypeOf({ attributes }: Pick<StoredRow, 'attributes'>): string {
  const said = names[textOf(attributes, 'gaeb_type') ?? '']
  if (said !== undefined) return said
  const key = textOf(attributes, 'key') ?? ''
  if (!/^din[^a-z0-9]*276(?![0-9])/i.test(key)) return otherCatalogue
  const [year = ''] = /(?:19|20)\d\d/.exec(`${textOf(attributes, 'edition') ?? ''} ${key}`) ?? []
  return names[`din_276_${year}`] ?? otherCatalogue
}
