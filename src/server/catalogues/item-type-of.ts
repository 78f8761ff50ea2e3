/** What an item is, and what of that. */
export interface ReadItemType {
  type: 'labour' | 'material' | 'equipment' | 'subcontract' | 'other'
  subtype?: string
}

const words: Readonly<Record<string, ReadItemType>> = {
  ...each({ type: 'labour' }, 'labour labor lohn arbeit arbeiter wages manodeobra l'),
  ...each({ type: 'labour', subtype: 'operator' }, 'operator maschinist bediener'),
  ...each({ type: 'material' }, 'material stoff stoffe baustoff materials m'),
  ...each({ type: 'material', subtype: 'abstract' }, 'abstractmaterial'),
  ...each({ type: 'equipment' }, 'equipment gerät geräte maschine maschinen machine plant maquinaria e'),
  ...each({ type: 'equipment', subtype: 'energy' }, 'electricity strom energie energy'),
  ...each(
    { type: 'subcontract' },
    'subcontract subcontractor nachunternehmer fremdleistung subunternehmer s',
  ),
  ...each({ type: 'other' }, 'other sonstiges miscellaneous otros o'),
}

/** Reads the type of an item as price books write it: `Labor`, `Lohn`, `Abstract Material`; null for a word nobody knows. */
export const itemTypeOf = (text: string): ReadItemType | null =>
  words[
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}]/gu, '')
  ] ?? null

function each(read: ReadItemType, names: string): Record<string, ReadItemType> {
  return Object.fromEntries(names.split(' ').map((name) => [name, read]))
}
