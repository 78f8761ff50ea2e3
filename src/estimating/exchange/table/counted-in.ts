import { parseUnit } from '../../parse-unit.ts'

const words: Readonly<Record<string, string>> = {
  length: 'm',
  länge: 'm',
  area: 'm2',
  fläche: 'm2',
  volume: 'm3',
  volumen: 'm3',
  count: 'pcs',
  anzahl: 'pcs',
  number: 'pcs',
  mass: 'kg',
  masse: 'kg',
  weight: 'kg',
  gewicht: 'kg',
  time: 'h',
  zeit: 'h',
  hours: 'h',
}

/** The unit that a word for a kind of quantity stands for: `countedIn('Area')` → `'m2'`; null for one that nobody knows. */
export const countedIn = (kind: string): string | null =>
  words[kind.normalize('NFKC').trim().toLowerCase()] ?? parseUnit(kind)?.unit.code ?? null
