import { createHash } from 'node:crypto'
import { canonicalJson } from '#base/json.ts'
import {
  addFixed,
  compareFixed,
  isZero,
  parseFixed,
  plainText,
  subtractFixed,
  sumFixed,
  zero,
  type Fixed,
} from '#estimating/fixed.ts'
import { doneText, reportProgress, type LineStanding } from '#estimating/progress-report.ts'
import type { RecordContext } from '../records/record-context.ts'
import { countedElements, type ChosenElement } from './counted-elements.ts'
import { elementsOfProject, mayKnowWork } from './elements-of-project.ts'
import { loadProgress } from './load-progress.ts'
import { notedElements, type NotedElement } from './noted-elements.ts'
import { placeNames } from './place-names.ts'
import { placesOfElements } from './places-of-elements.ts'

/** What is to be noted of a line at a place. Quantities are decimal texts in the unit of the line. */
export interface ElementWork {
  /** Id of the line. */
  id: string
  number: string
  title: string
  unit: string | null
  place: string | null
  place_name: string | null
  /** To be noted now. */
  quantity: string
  /** Of the line, and what is done of it by now. */
  budget: string
  done: string
  /** How much more than the line has would be done with all of this; null: no more. */
  beyond: string | null
  elements: NotedElement[]
}

/** What the work on chosen elements comes to. */
export interface WorkOnElements {
  project: string | null
  day: string
  currency: string | null
  rows: ElementWork[]
  /** How many were chosen, how many of them no agreed line was counted for, and how many there is nothing left to note of. */
  chosen: number
  uncounted: number
  noted: number
  /** Changes with anything that would be noted. */
  hash: string
}

interface Wish {
  elements: readonly string[]
  day: string
  /** All of it is noted here; otherwise each element where it stands. */
  place?: string | null | undefined
  /** Takes back what was noted of the elements. */
  back: boolean
}

/**
 * What would be noted of the agreed lines that elements were counted for: of each element what was counted and not noted
 * with it yet, by line and place. Nothing where this person may not know what is agreed and done. Throws 404, 422.
 */
export async function workOnElements(context: RecordContext, wish: Wish): Promise<WorkOnElements> {
  const { day } = wish
  const { project, elements } = await elementsOfProject(context, wish.elements)
  const none = { project, day, currency: null, rows: [], chosen: elements.length, hash: '' }
  const nothing = { ...none, uncounted: elements.length, noted: 0 }
  if (project === null || !mayKnowWork(context)) return nothing
  const counted = await countedElements(context, elements)
  const loaded = counted.size > 0 ? (await loadProgress(context, [project])).get(project) : undefined
  if (!loaded) return nothing
  const spatial = [...new Set(elements.flatMap(({ place }) => place ?? []))]
  const places = wish.place ? new Map() : await placesOfElements(context, project, spatial)
  const placeOf = ({ place }: ChosenElement): string | null => wish.place ?? places.get(place ?? '') ?? null
  const noted = notedElements(loaded.entries)
  const rows: ElementWork[] = []
  const agreed = new Set<string>()
  const open = new Set<string>()
  for (const standing of reportProgress(loaded.book, day).lines) {
    const { key } = standing.line.node
    const ofLine = counted.get(key)
    if (!ofLine) continue
    const parts = new Map<string | null, { sum: Fixed; elements: NotedElement[] }>()
    for (const element of byIdentity(elements)) {
      const quantities = ofLine.get(element.identity)
      if (!quantities) continue
      agreed.add(element.identity)
      const all = sumFixed(quantities.map(parseFixed))
      const before = noted.get(`${key} ${element.identity}`) ?? zero
      const left = wish.back ? subtractFixed(zero, before) : leftOf(all, before)
      if (isZero(left)) continue
      open.add(element.identity)
      const at = placeOf(element)
      const part = parts.get(at) ?? { sum: zero, elements: [] }
      part.elements.push({ element: element.identity, quantity: plainText(left) })
      parts.set(at, { ...part, sum: addFixed(part.sum, left) })
    }
    const beyond = beyondOf(standing, sumFixed([...parts.values()].map(({ sum }) => sum)))
    for (const [place, { sum, elements: own }] of parts)
      rows.push({
        ...lineOf(standing),
        place,
        place_name: null,
        quantity: plainText(sum),
        beyond,
        elements: own,
      })
  }
  const names = await placeNames(
    context,
    rows.map(({ place }) => place),
  )
  const named = rows.map((row) => ({ ...row, place_name: names.get(row.place ?? '') ?? null }))
  const content = rows.map(({ id, place, quantity, elements: own }) => ({ id, place, quantity, own }))
  return {
    project,
    day,
    currency: loaded.currency,
    rows: named,
    chosen: elements.length,
    uncounted: elements.filter(({ identity }) => !agreed.has(identity)).length,
    noted: elements.filter(({ identity }) => agreed.has(identity) && !open.has(identity)).length,
    hash: createHash('sha256').update(canonicalJson({ day, content })).digest('hex'),
  }
}

/** Two versions of an element that were both chosen are one. */
const byIdentity = (elements: readonly ChosenElement[]): ChosenElement[] => [
  ...new Map(elements.map((element) => [element.identity, element])).values(),
]

/** What is left to note; where more was noted than is counted by now, nothing. */
function leftOf(all: Fixed, before: Fixed): Fixed {
  const left = subtractFixed(all, before)
  return compareFixed(left, zero) * compareFixed(all, zero) > 0 ? left : zero
}

const lineOf = (standing: LineStanding) => {
  const { node, quantity } = standing.line
  const { id, number, title, unit } = node
  return { id, number, title, unit, budget: plainText(quantity), done: doneText(standing) }
}

function beyondOf({ line, done }: LineStanding, more: Fixed): string | null {
  const over = subtractFixed(addFixed(done, more), line.quantity)
  return compareFixed(over, zero) * compareFixed(line.quantity, zero) > 0 && !isZero(more)
    ? plainText(over)
    : null
}
