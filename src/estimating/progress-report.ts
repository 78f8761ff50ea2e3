import { must } from '#base/assert.ts'
import { earnedFigures, percentText, type EarnedFigures, type Standing } from './earned-value.ts'
import {
  addFixed,
  compareFixed,
  divideFixed,
  fixedText,
  isZero,
  multiplyFixed,
  plainText,
  subtractFixed,
  sumFixed,
  zero,
  type Fixed,
} from './fixed.ts'
import { dayNumber, plannedBy, type PlannedDays } from './planned-work.ts'
import {
  bookLines,
  doneBy,
  sectionsAbove,
  spentBy,
  type BookLine,
  type ProgressBook,
} from './progress-book.ts'
import { splitAmount } from './split-amount.ts'
import { valueOfDone } from './work-done.ts'

/** How a line stands on a day. */
export interface LineStanding extends Standing {
  line: BookLine
  /** Quantity done. */
  done: Fixed
  /** Worth of what was done beyond its quantity. */
  over: Fixed
  late: boolean
}

/** How a job stands on a day. */
export interface ProgressReport {
  figures: EarnedFigures
  /** Worth of what was done beyond the agreed quantities: in no earned value. */
  over: string
  /** Lines without planned days: they are in no planned value. */
  unplanned: { lines: number; amount: string }
  /** Costs that belong to no line. */
  costs_elsewhere: string
  lines: LineStanding[]
}

const nothing = { units: 0n, scale: 2 }

/**
 * How a job stands on the evening of a day. Everything is a sum of its lines, to the cent.
 * @example reportProgress(book, '2026-05-31').figures.cpi // '1.0421'
 */
export function reportProgress(book: ProgressBook, day: string): ProgressReport {
  const lines = bookLines(book).map((line) => standingOf(line, day))
  const unplanned = lines.filter(({ line }) => line.plan === null)
  const spent = spentBy(book.costs, day)
  const onLines = sumFixed(lines.map(({ ac }) => ac))
  return {
    figures: earnedFigures({ ...sumStandings(lines), ac: spent }),
    over: fixedText(addFixed(nothing, sumFixed(lines.map(({ over }) => over)))),
    unplanned: {
      lines: unplanned.length,
      amount: fixedText(addFixed(nothing, sumFixed(unplanned.map(({ bac }) => bac)))),
    },
    costs_elsewhere: fixedText(addFixed(nothing, subtractFixed(spent, onLines))),
    lines,
  }
}

function standingOf(line: BookLine, day: string): LineStanding {
  const done = doneBy(line, day)
  const { earned, over } = valueOfDone(line, done)
  const pv = line.plan ? plannedBy(line.total, line.plan, day) : nothing
  return {
    line,
    done,
    over,
    bac: line.total,
    pv,
    ev: earned,
    ac: spentBy(line.costs, day),
    // Of a credit less is planned, so that its size counts.
    late: line.plan !== null && sizeAbove(pv, earned, line.total),
  }
}

const sizeAbove = (a: Fixed, b: Fixed, total: Fixed): boolean =>
  compareFixed(a, b) * (total.units < 0n ? -1 : 1) > 0

/** Several standings as one. */
export function sumStandings(all: readonly Standing[]): Standing {
  const sum = (key: keyof Standing): Fixed => addFixed(nothing, sumFixed(all.map((one) => one[key])))
  return { bac: sum('bac'), pv: sum('pv'), ev: sum('ev'), ac: sum('ac') }
}

/** A section with everything inside it. */
export interface SectionStanding extends EarnedFigures {
  number: string
  title: string
  depth: number
}

/** Each section in the order of the document, with the sum of its lines at any depth. */
export function sectionStandings(book: ProgressBook, lines: readonly LineStanding[]): SectionStanding[] {
  const byId = new Map(book.nodes.map((node) => [node.id, node]))
  const inside = new Map<string, Standing[]>()
  for (const standing of lines)
    for (const { id } of sectionsAbove(byId, standing.line.node)) {
      const list = inside.get(id)
      if (list) list.push(standing)
      else inside.set(id, [standing])
    }
  return book.nodes.flatMap((node) => {
    const own = inside.get(node.id)
    if (!own) return []
    const { number, title } = node
    return [{ number, title, depth: sectionsAbove(byId, node).length, ...earnedFigures(sumStandings(own)) }]
  })
}

/**
 * What was earned at each place; null is what names none. A line that is done at several places is split by what was done
 * at each, so that the places add up to what was earned.
 */
export function earnedAtPlaces(lines: readonly LineStanding[], day: string): Map<string | null, Fixed> {
  const places = new Map<string | null, Fixed>()
  for (const { line, ev } of lines) {
    if (isZero(ev)) continue
    const at = new Map<string | null, Fixed>()
    for (const part of line.parts)
      if (part.day <= day) at.set(part.place, addFixed(at.get(part.place) ?? zero, part.quantity))
    const parts = [...at].filter(([, quantity]) => !isZero(quantity))
    // In money, so that a quantity that was taken back at one place weighs as what it is worth.
    const worth = parts.map(([, quantity]) =>
      divideFixed(multiplyFixed(line.total, quantity), line.quantity, 6, 'half_up'),
    )
    const shares = splitAmount(ev, worth)
    parts.forEach(([place], index) =>
      places.set(place, addFixed(places.get(place) ?? nothing, must(shares[index]))),
    )
  }
  return places
}

/** A line that is behind its plan. */
export interface LateLine {
  id: string
  number: string
  title: string
  plan: PlannedDays
  /** Money that was to be earned by the day and is not. */
  behind: string
  done: string | null
  planned: string | null
  /** Days since it was to be finished; 0 while it is not yet due. */
  days: number
}

/** What is late, most money first. */
export function lateLines(lines: readonly LineStanding[], day: string): LateLine[] {
  return lines
    .flatMap(({ line: { node, plan }, late, pv, ev, bac }) =>
      late && plan ? [{ node, plan, behind: subtractFixed(pv, ev), pv, ev, bac }] : [],
    )
    .toSorted((a, b) => compareFixed(b.behind, a.behind))
    .map(({ node, plan, behind, pv, ev, bac }) => ({
      id: node.id,
      number: node.number,
      title: node.title,
      plan,
      behind: fixedText(behind),
      done: percentText(ev, bac),
      planned: percentText(pv, bac),
      days: Math.max(0, dayNumber(day) - dayNumber(plan.finish)),
    }))
}

/** How far a line is by its quantity, in per cent; null without a quantity. */
export const quantityShare = ({ line, done }: LineStanding): string | null => percentText(done, line.quantity)

/** The quantity done, as text without trailing zeros. */
export const doneText = ({ done }: LineStanding): string => plainText(done)
