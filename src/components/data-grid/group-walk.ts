import { t } from '#ui/translate.ts'
import type { Query, Row } from '#contracts/query.ts'
import type { KnownRows } from '#engine/data/use-row-windows.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Known, Segment, Walk } from './grid-lines.ts'
import { gridQuery, groupQuery, groupsAtOnce, type GridQuestion, type GroupStep } from './grid-query.ts'

/** Groups over groups: the heads of a level, and below an open one its groups or, at the last level, its rows. */
export class GroupWalk implements Walk {
  readonly #queries = new Map<string, Query>()

  constructor(
    readonly question: GridQuestion,
    readonly groups: readonly GridColumn[],
    readonly isOpen: (key: string) => boolean,
  ) {}

  questions(known: Known): Query[] {
    const found: Query[] = []
    this.#walk([], known, (query) => found.push(query))
    return found
  }

  segments(known: Known, rows: KnownRows | null): Segment[] {
    return this.#walk([], known, () => undefined, rows)
  }

  isReady(known: Known): boolean {
    const query = this.#groupsUnder([])
    return query !== null && known(query) !== undefined
  }

  total(known: Known): number | null {
    const query = this.#groupsUnder([])
    const answer = query && known(query)
    return answer ? answer.rows.reduce((sum, row) => sum + Number(row['count']), 0) : null
  }

  childrenOf(): number {
    return 0
  }

  #walk(
    above: readonly GroupStep[],
    known: Known,
    ask: (query: Query) => void,
    rows: KnownRows | null = null,
  ): Segment[] {
    const by = this.groups[above.length]
    const query = this.#groupsUnder(above)
    if (!by || !query) return []
    ask(query)
    const answer = known(query)
    const depth = above.length
    if (!answer) return [{ kind: 'wait', key: `wait ${pathKey(above)}`, depth }]
    const lines = answer.rows.flatMap((group): Segment[] => {
      const steps = [...above, { by, value: group[by.key] ?? null }]
      const key = pathKey(steps)
      const open = this.isOpen(key)
      const head: Segment = { kind: 'group', key, depth, by, group, open }
      if (!open) return [head]
      if (steps.length < this.groups.length) return [head, ...this.#walk(steps, known, ask, rows)]
      return [head, this.#rows(steps, group, rows)]
    })
    if (answer.page.after === null) return lines
    const text = t('Only the first {{count}} groups are shown. Narrow the list to see the others.', {
      count: groupsAtOnce,
    })
    return [...lines, { kind: 'note', key: `note ${pathKey(above)}`, text }]
  }

  #rows(steps: readonly GroupStep[], group: Row, rows: KnownRows | null): Segment {
    const query = this.#once(`rows ${pathKey(steps)}`, () => gridQuery(this.question, steps))
    const count = rows?.endOf(query) ?? Math.max(Number(group['count']), rows?.seenOf(query) ?? 0)
    return { kind: 'rows', query, from: 0, count, depth: steps.length }
  }

  #groupsUnder(above: readonly GroupStep[]): Query | null {
    const by = this.groups[above.length]
    return by ? this.#once(pathKey(above), () => groupQuery(this.question, by, above)) : null
  }

  // The same question must be the same object: its text is made once for each.
  #once(key: string, make: () => Query): Query {
    const known = this.#queries.get(key)
    if (known) return known
    const made = make()
    this.#queries.set(key, made)
    return made
  }
}

/** What tells one group from the others: the values from the first level down. */
export const pathKey = (steps: readonly GroupStep[]): string =>
  JSON.stringify(steps.map(({ value }) => value ?? null))
