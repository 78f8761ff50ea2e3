import { groupBy } from '#base/group-by.ts'
import { doneOfElements, shareDone, type WeighedShare } from '#estimating/done-of-elements.ts'
import {
  compareFixed,
  divideFixed,
  multiplyFixed,
  negateFixed,
  parseFixed,
  subtractFixed,
  sumFixed,
  zero,
  type Fixed,
} from '#estimating/fixed.ts'
import { reportProgress, type LineStanding } from '#estimating/progress-report.ts'
import { textOf } from '../estimates/read-value.ts'
import type { StoredRow } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { countedLines, type CountedElement } from '../takeoff/counted-lines.ts'
import { aroundPlaces } from './around-places.ts'
import { loadProgress } from './load-progress.ts'
import { notedAtPlaces, notedElements } from './noted-elements.ts'
import { placesOfElements } from './places-of-elements.ts'

/** How far elements are. */
export interface ElementProgress {
  day: string
  /** Of all of them in per cent, by the worth of the lines; null where nothing is agreed for any. */
  done: string | null
  /** In per cent by the ids of elements; one that nothing is agreed for is not here. */
  elements: Record<string, string>
}

type Counted = readonly { element: CountedElement; quantity: string }[]

/**
 * How far the elements of model versions are on a day, by the agreed lines that take-off counted them for: of each line what
 * was noted with the element itself and its part of what was noted where it stands or of the whole line, taken together by
 * worth. An element is the same in all versions of its model. The caller has asked whether this person reads all of it.
 */
export async function elementProgress(
  context: RecordContext,
  versions: readonly string[],
  day: string,
): Promise<ElementProgress> {
  const { estimates, lines } = await countedLines(context, versions, ['place'])
  const projects = [...new Set(estimates.flatMap(({ attributes }) => textOf(attributes, 'project') ?? []))]
  const loaded = projects.length > 0 ? await loadProgress(context, projects) : new Map<never, never>()
  const shares = new Map<CountedElement['identity'], WeighedShare[]>()
  const shown = new Map<string, readonly string[]>()
  for (const [project, { book, entries }] of loaded) {
    const standings = reportProgress(book, day).lines.filter(({ line }) => lines.has(line.node.key))
    const until = entries.filter(({ attributes }) => (textOf(attributes, 'day') ?? '') <= day)
    const placed = await placesAround(context, project, until, lines.values())
    const noted = { with: notedElements(until), at: notedAtPlaces(until) }
    for (const standing of standings) {
      const counted = lines.get(standing.line.node.key) ?? []
      for (const { element } of counted) shown.set(element.identity, element.shown)
      for (const [identity, share] of sharesOf(standing, counted, noted, placed, day)) {
        const known = shares.get(identity)
        if (known) known.push(share)
        else shares.set(identity, [share])
      }
    }
  }
  const here = [...shares].filter(([identity]) => (shown.get(identity) ?? []).length > 0)
  return {
    day,
    done: shareDone(here.flatMap(([, own]) => own)),
    elements: Object.fromEntries(
      here.flatMap(([identity, own]) => {
        const share = shareDone(own)
        return share === null ? [] : (shown.get(identity) ?? []).map((id) => [id, share])
      }),
    ),
  }
}

/** What an element is of a line, with what is done of it, by identity. */
function sharesOf(
  { line }: LineStanding,
  counted: Counted,
  noted: { with: ReadonlyMap<string, Fixed>; at: ReadonlyMap<string, Fixed> },
  placesOf: (element: CountedElement) => ReadonlySet<string>,
  day: string,
): [identity: string, share: WeighedShare][] {
  const { key } = line.node
  const parts = [...groupBy(counted, ({ element }) => element.identity)].map(([identity, own]) => ({
    element: identity,
    quantity: sumFixed(own.map(({ quantity }) => parseFixed(quantity))),
    noted: noted.with.get(`${key} ${identity}`) ?? zero,
    places: new Set(own.flatMap(({ element }) => [...placesOf(element)])),
  }))
  const byPlace = groupBy(
    line.parts.filter((part) => part.day <= day),
    ({ place }) => place,
  )
  const somewhere = [...byPlace].map(([place, own]) => ({
    place,
    quantity: subtractFixed(
      sumFixed(own.map(({ quantity }) => quantity)),
      noted.at.get(`${key} ${place ?? ''}`) ?? zero,
    ),
  }))
  const found = doneOfElements(line.quantity, parts, somewhere)
  const whole = sumFixed(found.map(({ quantity }) => quantity))
  return found.map(({ element, quantity, done }) => [
    element,
    { quantity, done, weight: partOf(line.total, quantity, whole) },
  ])
}

/** A credit weighs what a charge does. */
const partOf = (total: Fixed, quantity: Fixed, whole: Fixed): Fixed =>
  divideFixed(
    multiplyFixed(compareFixed(total, zero) < 0 ? negateFixed(total) : total, quantity),
    whole,
    12,
    'half_up',
  )

/** Where elements stand, asked only where something was noted at a place. */
async function placesAround(
  context: RecordContext,
  project: string,
  entries: readonly StoredRow[],
  lines: Iterable<Counted>,
): Promise<(element: CountedElement) => ReadonlySet<string>> {
  if (entries.every(({ attributes }) => textOf(attributes, 'place') === null)) return () => nowhere
  const spatial = new Set([...lines].flatMap((own) => own.flatMap(({ element }) => element.place ?? [])))
  const places = await placesOfElements(context, project, [...spatial])
  const around = await aroundPlaces(context, project)
  return ({ place }) => around.get(places.get(place ?? '') ?? '') ?? nowhere
}

const nowhere: ReadonlySet<string> = new Set()
