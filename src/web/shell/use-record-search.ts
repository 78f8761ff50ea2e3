import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#engine/engine-context.tsx'
import { useTranslate } from '#ui/translate.ts'
import { describeRow, type PaletteEntry } from './palette-entries.ts'
import { recordPath } from './record-path.ts'
import { useRouteList } from './use-route-list.ts'

/** Milliseconds without a key before records are asked for. */
const PAUSE = 150
/** Letters of the shortest word an index knows. */
const shortest = 3

interface RecordSearch {
  entries: PaletteEntry[]
  searching: boolean
  failed: boolean
  /** No word of what was typed is long enough to look for. */
  tooShort: boolean
}

/** Records of every model this person may read that hold what was typed. */
export function useRecordSearch(typed: string): RecordSearch {
  const api = useApi()
  const t = useTranslate()
  const navigate = useNavigate()
  const routes = useRouteList()
  const text = useSettled(typed.trim())
  const enabled = text.split(/\s+/).some((word) => [...word].length >= shortest)
  const found = useQuery({
    queryKey: ['palette', 'records', text],
    queryFn: async () => (await api.call('GET /api/search', { search: { text } })).rows,
    enabled,
    staleTime: 10_000,
    retry: false,
  })
  const entries = (enabled ? (found.data ?? []) : []).flatMap(({ model, row, path }): PaletteEntry[] => {
    const to = path ?? recordPath(routes, model.key, row)
    if (to === null) return []
    const { name, found: where } = describeRow(row, text, model.title_field)
    const label = model.ours ? t(model.label) : model.label
    return [
      {
        id: `record ${model.key} ${String(row['id'])}`,
        label: name,
        detail: where ? `${where} · ${label}` : label,
        icon: model.icon,
        run: () => void navigate(to),
      },
    ]
  })
  const asking = enabled && (found.isFetching || text !== typed.trim())
  return {
    entries,
    searching: asking && entries.length === 0,
    failed: enabled && found.isError,
    tooShort: text.length > 0 && !enabled,
  }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
