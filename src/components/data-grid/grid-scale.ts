/** What browsers take as the height of one element with certainty; beyond it rows would stand on each other. */
const tallest = 16_000_000
/** Rows around those in sight that are drawn as well, so that a turn of the wheel meets drawn rows. */
const spare = 8
/** Lines are drawn in multiples of this, so that their number stays and an element that leaves is filled anew. */
export const lineStep = 16
/** Lines are drawn in blocks of so many, from the first on: a block in which nothing changed is passed by as one. */
export const blockLines = 2
/** Lines that are drawn ahead at once, out of sight: what is in sight does not wait for more of them. */
export const aheadAtOnce = 2
/** Lines that are drawn ahead with a scroll: a turn of the wheel then makes one picture, not one more for each two lines. */
export const aheadWithScroll = 4
/** Lines are placed from the nearest of these, so that a place stays a small, exact number of pixels. */
const stride = 10_000

export interface LineWindow {
  /** Lines drawn: `from` to `to` (not with it). */
  from: number
  to: number
  /** The first line in sight. */
  first: number
  /** The line from which places are counted, and where it stands. */
  anchor: number
  offset: number
}

/** How tall the lines stand in the browser: their height, or the tallest a browser takes. */
export const physicalHeight = (count: number, height: number): number => Math.min(count * height, tallest)

/**
 * Which lines are in sight of a scroller; `view` is the height left for lines between heading and sums. Where all lines together are taller than a browser allows, the scrollbar is a
 * scale: `top` of the physical height stands for the same share of the lines.
 */
export function linesInSight(
  count: number,
  height: number,
  top: number,
  view: number,
  heading: 'up' | 'down' | null = null,
): LineWindow {
  const shown = Math.max(1, Math.ceil(view / height))
  const virtual = virtualTop(count, height, top, view)
  const first = Math.max(0, Math.min(count - 1, Math.floor(virtual / height)))
  const length = Math.ceil((shown + 1 + spare * 3) / lineStep) * lineStep
  const before = heading === 'up' ? spare * 2 : spare
  const [wanted, latest] = [
    Math.floor((first - before) / blockLines),
    Math.ceil((count - length) / blockLines),
  ]
  const from = Math.max(0, Math.min(wanted, latest) * blockLines)
  const to = Math.min(count, from + length)
  const anchor = Math.floor(first / stride) * stride
  return { from, to, first, anchor, offset: anchor * height - virtual + top }
}

/**
 * The lines to draw next on the way from those drawn `now` to those that are wanted: all that are in sight, and of the
 * others `ahead`. A page that is turned is drawn in the time of a line, and the rest of it afterwards.
 */
export function linesOnTheWay(
  now: LineWindow,
  wanted: LineWindow,
  { height, view }: { height: number; view: number },
  ahead: number,
): LineWindow {
  const length = wanted.to - wanted.from
  const by = wanted.from - now.from
  // Another number of lines, or none that is drawn already.
  if (now.to - now.from !== length || Math.abs(by) >= length) return wanted
  const shown = Math.max(1, Math.ceil(view / height)) + 1
  const inBlocks = (line: number, round: (part: number) => number): number =>
    round(line / blockLines) * blockLines
  const from =
    by > 0
      ? Math.min(wanted.from, Math.max(now.from + ahead, inBlocks(wanted.first + shown - length, Math.ceil)))
      : Math.max(wanted.from, Math.min(now.from - ahead, inBlocks(wanted.first, Math.floor)))
  return { ...wanted, from, to: from + length }
}

/** Where a scroller must stand so that a line is in sight; null when it is already. */
export function topFor(
  line: number,
  count: number,
  height: number,
  top: number,
  view: number,
): number | null {
  const virtual = virtualTop(count, height, top, view)
  const place = line * height
  const room = view - height
  const wanted = place < virtual ? place : place > virtual + room ? place - room : null
  return wanted === null ? null : physicalTop(count, height, Math.max(0, wanted), view)
}

function virtualTop(count: number, height: number, top: number, view: number): number {
  const all = count * height
  const physical = physicalHeight(count, height)
  if (all === physical) return top
  return (Math.min(top, physical - view) / Math.max(1, physical - view)) * (all - view)
}

function physicalTop(count: number, height: number, virtual: number, view: number): number {
  const all = count * height
  const physical = physicalHeight(count, height)
  if (all === physical) return virtual
  return (virtual / Math.max(1, all - view)) * (physical - view)
}
