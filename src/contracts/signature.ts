import { isJsonObject } from '#base/json.ts'

/** A drawn signature: strokes of points `[x, y, x, y, …]` in a field of `width` × `height`, all whole numbers. */
export interface Signature {
  width: number
  height: number
  strokes: number[][]
}

/** Most points of one signature: minutes of drawing, some forty kilobytes. */
export const mostPoints = 5000
/** The largest side of the field it is drawn in. */
export const mostSide = 2000

/** Whether something is a signature as it is stored. */
export const isSignature = (value: unknown): value is Signature =>
  isJsonObject(value) && Array.isArray(value['strokes']) && typeof value['width'] === 'number'

/** The strokes as the `d` of an SVG path; a dot is a line of no length. */
export const signaturePath = ({ strokes }: Signature): string =>
  strokes
    .map((points) => {
      const pairs = Array.from(
        { length: points.length / 2 },
        (_, at) => `${points[2 * at]} ${points[2 * at + 1]}`,
      )
      return `M${pairs[0] ?? ''}L${(pairs.length > 1 ? pairs.slice(1) : pairs).join(' ')}`
    })
    .join('')
