/** Most pieces one name is tried from: a name holds few semicolons, and every run of pieces is asked for. */
const mostPieces = 4

/**
 * A text at its separators: pieces at even places, what stands between them at odd ones. Spaces before a separator
 * are moved to it afterwards: a pattern that looks for them tries anew from each, minutes for a cell full of spaces.
 */
function piecesOf(text: string): string[] {
  const pieces = text.split(/([;|]\s*)/)
  for (let at = 1; at < pieces.length; at += 2) {
    const [before = '', separator = ''] = pieces.slice(at - 1, at + 1)
    const name = before.trimEnd()
    pieces.splice(at - 1, 2, name, before.slice(name.length) + separator)
  }
  return pieces
}

const run = (pieces: readonly string[], from: number, count: number): string =>
  pieces.slice(from, from + 2 * count - 1).join('')

/** Every name that a list of names may hold: `Holz; Maier; Kies` holds `Holz`, `Holz; Maier`, `Maier; Kies` … */
export function namesIn(text: string): string[] {
  const pieces = piecesOf(text)
  const names: string[] = []
  for (let from = 0; from < pieces.length; from += 2)
    for (let count = 1; count <= mostPieces && from + 2 * (count - 1) < pieces.length; count++)
      names.push(run(pieces, from, count))
  return names.filter((name) => name !== '')
}

/** A list of names parted at semicolons and bars, except at those inside of a name that is known: the longest counts. */
export function partNames(text: string, isName: (text: string) => boolean): string[] {
  const pieces = piecesOf(text)
  const names: string[] = []
  for (let from = 0; from < pieces.length;) {
    const left = (pieces.length - from + 1) / 2
    let count = Math.min(mostPieces, left)
    while (count > 1 && !isName(run(pieces, from, count))) count--
    names.push(run(pieces, from, count))
    from += 2 * count
  }
  return names.filter((name) => name !== '')
}
