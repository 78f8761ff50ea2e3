/** Red, green, blue: from 0 to 255. */
export type Rgb = readonly [number, number, number]

/** What the picture does with an element: bytes as the shader reads them. */
export const paintMarks = {
  /** It is not drawn. */
  hidden: 0,
  /** Drawn as a hint: so solid, of 255. */
  ghost: 38,
  /** In a colour it is given. */
  given: 254,
  /** In the colours of its file. */
  own: 255,
} as const

export interface Painting {
  /** How many elements the model has. */
  count: number
  /** Express id of an element, by place. */
  numberAt(place: number): number
  hidden: ReadonlySet<number>
  /** Those that stand out; null for all of them. */
  only: ReadonlySet<number> | null
  /** The rest shows as a hint, or not at all. */
  ghosts: boolean
  selected: ReadonlySet<number>
  colourOf: ((number: number) => Rgb | null) | null
  colours: { selected: Rgb; ghost: Rgb }
}

/** Four bytes for each element: colour, and what is done with it. */
export function paintElements(painting: Painting): Uint8Array<ArrayBuffer> {
  const { count, numberAt, hidden, only, ghosts, selected, colourOf, colours } = painting
  const bytes = new Uint8Array(count * 4)
  const set = (place: number, [red, green, blue]: Rgb, mark: number): void =>
    bytes.set([red, green, blue, mark], place * 4)
  for (let place = 0; place < count; place += 1) {
    const number = numberAt(place)
    const given = colourOf?.(number)
    if (hidden.has(number)) continue
    if (selected.has(number)) set(place, colours.selected, paintMarks.given)
    else if (only && !only.has(number)) {
      if (ghosts) set(place, colours.ghost, paintMarks.ghost)
    } else if (given) set(place, given, paintMarks.given)
    else if (colourOf) set(place, colours.ghost, ghosts ? paintMarks.ghost * 2 : paintMarks.given)
    else set(place, [0, 0, 0], paintMarks.own)
  }
  return bytes
}
