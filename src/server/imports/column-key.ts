import { systemFieldKeys } from '#contracts/field.ts'

const spelled: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  '%': ' percent ',
  '€': ' eur ',
  $: ' usd ',
  '£': ' gbp ',
}

/** A key made from any text: `Größe [m]` → `groesse_m`. Empty text gives `fallback`. At most 60 characters. */
export function keyOf(text: string, fallback: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[äöüßæøå%€$£]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60)
    .replace(/_+$/, '')
  if (plain === '') return fallback
  return /^[a-z]/.test(plain) ? plain : `${fallback.split('_')[0] ?? 'f'}_${plain}`.slice(0, 60)
}

/** Keys for all headers of a file: none twice, none that the system uses. */
export function columnKeys(headers: readonly string[]): string[] {
  const taken = new Set<string>(systemFieldKeys)
  return headers.map((header, index) => {
    const base = keyOf(header, `column_${index + 1}`)
    let key = base
    for (let copy = 2; taken.has(key); copy++) key = `${base}_${copy}`
    taken.add(key)
    return key
  })
}

/** A label for people from a header: `price_avg` → `Price avg`; headers already written for people stay. */
export function labelOf(header: string, key: string): string {
  const text = header.trim() === '' ? key : header.trim()
  const spaced = /^[a-z0-9]+(_[a-z0-9]+)*$/i.test(text) ? text.replaceAll('_', ' ') : text
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).slice(0, 200)
}
