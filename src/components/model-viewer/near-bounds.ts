import type { Bounds } from './section-planes.ts'

/** Of how many elements at most some stand aside: of more it is a part of what was built. */
const fewest = 2
const share = 0.02
/** The elements near the middle that say how large a building is. */
const core = 0.8
/** So many times as far from the middle as those reach is aside. */
const times = 4

type Axis = 0 | 1 | 2
const axes: readonly Axis[] = [0, 1, 2]

/**
 * The boxes of elements without the few that stand far from all others: a mark where a map's zero is, a point that was left
 * over. A picture that held them would show the building as a dot.
 */
export function withoutStrays(boxes: readonly Bounds[]): readonly Bounds[] {
  if (boxes.length < 4) return boxes
  const middle = axes.map((axis) => median(boxes.map(({ least, most }) => (least[axis] + most[axis]) / 2)))
  const near = (box: Bounds): number => far(box, (least, most, at) => Math.max(least - at, at - most, 0))
  const reach = (box: Bounds): number => far(box, (least, most, at) => Math.max(at - least, most - at))
  const far = (box: Bounds, of: (least: number, most: number, at: number) => number): number =>
    Math.max(...axes.map((axis) => of(box.least[axis], box.most[axis], middle[axis] ?? 0)))
  const reaches = boxes.map(reach).toSorted((a, b) => a - b)
  const limit = times * (reaches[Math.ceil(boxes.length * core) - 1] ?? 0)
  const kept = boxes.filter((box) => near(box) <= limit)
  const aside = boxes.length - kept.length
  return aside <= Math.max(fewest, boxes.length * share) && aside < boxes.length / 4 ? kept : boxes
}

/** One box around all of these; null for none. */
export function boxAround(boxes: readonly Bounds[]): Bounds | null {
  if (boxes.length === 0) return null
  const least: [number, number, number] = [Infinity, Infinity, Infinity]
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const box of boxes)
    for (const axis of axes) {
      least[axis] = Math.min(least[axis], box.least[axis])
      most[axis] = Math.max(most[axis], box.most[axis])
    }
  return { least, most }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
