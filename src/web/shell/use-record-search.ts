import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEngine } from '#engine/engine-context.tsx'
import { describeRow, type PaletteEntry } from './palette-entries.ts'
import { recordPath } from './record-path.ts'
import { searchableModels, searchRecords } from './search-records.ts'
import { useRouteList } from './use-route-list.ts'

/** Milliseconds without a key before records are asked for. */
const PAUSE = 150
const MINUTE = 60_000

interface RecordSearch {
  entries: PaletteEntry[]
  searching: boolean
  failed: boolean
}

/** Records of every model this person may read that hold what was typed. */
export function useRecordSearch(typed: string): RecordSearch {
  const { ask, api } = useEngine()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const routes = useRouteList()
  const text = useSettled(typed.trim())
  const enabled = text.length >= 2
  const models = useQuery({
    queryKey: ['palette', 'models'],
    queryFn: () => searchableModels({ ask }),
    enabled,
    staleTime: MINUTE,
  })
  const describe = (key: string) =>
    cache.fetchQuery({
      queryKey: ['palette', 'model', key],
      queryFn: () => api.call('GET /api/models/{key}/description', { params: { key } }),
      staleTime: MINUTE,
    })
  const found = useQuery({
    queryKey: ['palette', 'records', text],
    queryFn: () => searchRecords({ ask, describe }, models.data ?? [], text),
    enabled: enabled && models.isSuccess,
    staleTime: 10_000,
    retry: false,
  })
  const entries = (enabled ? (found.data ?? []) : []).map(({ model, row }): PaletteEntry => {
    const { name, found: where } = describeRow(row, text, model.titleField)
    return {
      id: `record ${model.key} ${String(row['id'])}`,
      label: name,
      detail: where ? `${where} · ${model.label}` : model.label,
      icon: model.icon,
      run: () => void navigate(recordPath(routes, model.key, row)),
    }
  })
  const asking = enabled && (models.isFetching || found.isFetching || text !== typed.trim())
  return {
    entries,
    searching: asking && entries.length === 0,
    failed: enabled && (models.isError || found.isError),
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
