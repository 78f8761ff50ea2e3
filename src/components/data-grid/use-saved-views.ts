import { useMemo, useState } from 'react'
import type { Json } from '#base/json.ts'
import type { Query, Row } from '#contracts/query.ts'
import type { ViewSettings } from '#contracts/view.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { useSession } from '#engine/session-context.tsx'

/** A saved view of a list as this reader has it. */
export interface SavedView {
  id: string
  title: string
  /** For everybody; otherwise this reader's own. */
  shared: boolean
  defaultFor: readonly string[]
  /** The shared view that one's own stands over. */
  baseId: string | null
  settings: ViewSettings
}

export interface SavedViews {
  views: readonly SavedView[]
  /** The view that is chosen; null: as the layout says. */
  current: SavedView | null
  /** False while it is not known yet which view this reader begins with. */
  isKnown: boolean
  choose(id: string | null): void
  create(view: {
    title: string
    shared: boolean
    defaultFor?: readonly string[]
    baseId?: string | null
    settings: ViewSettings
  }): Promise<void>
  update(
    id: string,
    change: { title?: string; defaultFor?: readonly string[]; settings?: ViewSettings },
  ): Promise<void>
  remove(id: string): Promise<void>
}

/**
 * The saved views of a list, and which one is chosen: what this browser remembers, else where the reader's role begins. A
 * view of one's own that stands over a shared one takes its place, also when that one is gone. `list` null: the list has no views.
 */
export function useSavedViews(list: string | null, model: string): SavedViews {
  const { role } = useSession()
  const writes = useRecordWrites('sys_view')
  const query = useMemo<Query | null>(() => (list === null ? null : viewsQuery(list)), [list])
  const answer = useQuery(query, { keep: true, freshFor: 30_000 })
  const [chosen, setChosen] = useState<string | null | undefined>(() => (list ? remembered(list) : null))
  const views = useMemo(() => (answer.data?.rows ?? []).map(toView), [answer.data])
  const begins = views.find(({ shared, defaultFor }) => shared && role !== null && defaultFor.includes(role))
  const shownFor = (id: string | undefined): SavedView | undefined =>
    views.find(({ baseId }) => id && baseId === id) ?? views.find((view) => view.id === id)
  const choose = (id: string | null): void => {
    setChosen(id)
    if (list) remember(list, id)
  }
  return {
    views,
    // Who chose a view that is gone begins anew.
    current: chosen === null ? null : (shownFor(chosen) ?? shownFor(begins?.id) ?? null),
    // A list whose views cannot be read is shown as its layout says.
    isKnown: list === null || answer.data !== undefined || answer.error !== null,
    choose,
    async create({ title, shared, defaultFor = [], baseId = null, settings }) {
      const made = await writes.create(
        {
          title,
          list: list ?? model,
          model,
          shared,
          default_for: [...defaultFor],
          base_id: baseId,
          settings: settings as Json,
        },
        { quiet: true },
      )
      if (baseId === null) choose(String(made['id']))
    },
    async update(id, { title, defaultFor, settings }) {
      await writes.update(
        id,
        {
          ...(title !== undefined && { title }),
          ...(defaultFor && { default_for: [...defaultFor] }),
          ...(settings && { settings: settings as Json }),
        },
        undefined,
        { quiet: true },
      )
    },
    async remove(id) {
      await writes.remove(id, { quiet: true })
      if (chosen === id) choose(null)
    },
  }
}

const viewsQuery = (list: string): Query => ({
  model: 'sys_view',
  where: { field: 'list', op: 'eq', value: list },
  fields: ['title', 'shared', 'default_for', 'base_id', 'settings'],
  sort: [{ field: 'title', dir: 'asc' }],
  page: { size: 200 },
})

function toView(row: Row): SavedView {
  const roles = row['default_for']
  return {
    id: String(row['id']),
    title: String(row['title']),
    shared: row['shared'] === true,
    defaultFor: Array.isArray(roles) ? roles.map(String) : [],
    baseId: typeof row['base_id'] === 'string' ? row['base_id'] : null,
    settings: (row['settings'] ?? {}) as ViewSettings,
  }
}

// Undefined: never chosen here, so the role's beginning counts; null: the list as it is was chosen.
function remembered(list: string): string | null | undefined {
  try {
    const kept = localStorage.getItem(`view:${list}`)
    return kept === null ? undefined : kept === '' ? null : kept
  } catch {
    // Forbidden storage: every visit begins anew.
    return undefined
  }
}

function remember(list: string, id: string | null): void {
  try {
    localStorage.setItem(`view:${list}`, id ?? '')
  } catch {
    // Full or forbidden storage: the choice holds for this visit.
  }
}
