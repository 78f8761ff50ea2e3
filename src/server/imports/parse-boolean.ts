const yes = new Set(['true', 'yes', 'y', 'ja', 'j', 'wahr', 'oui', 'si', 'sí', 'x', '✓', '1', 'on'])
const no = new Set(['false', 'no', 'n', 'nein', 'falsch', 'non', 'nee', '0', 'off', '-'])

/** Reads yes and no in the languages of the trade; null for anything else. */
export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : null
}
