import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEngine } from '#engine/engine-context.tsx'
import { describeRow, type PaletteEntry } from './palette-entries.ts'
import { recordPath } from './record-path.ts'
import { useRouteList } from './use-route-list.ts'

const MODELS = 20
const PER_MODEL = 4
/** Milliseconds without a key before records are asked for. */
const PAUSE = 150

interface RecordSearch {
  entries: PaletteEntry[]
  searching: boolean
  failed: boolean
}

/** Records of every model this person may read that hold what was typed; one call for all of them. */
export function useRecordSearch(typed: string): RecordSearch {
  const { ask } = useEngine()
  const navigate = useNavigate()
  const routes = useRouteList()
  const text = useSettled(typed.trim())
  const enabled = text.length >= 2
  const models = useQuery({
    queryKey: ['palette', 'models'],
    queryFn: () =>
      ask({
        model: 'sys_model',
        fields: ['key', 'label', 'icon'],
        sort: [{ field: 'label', dir: 'asc' }],
        page: { size: MODELS },
      }),
    enabled,
    staleTime: 60_000,
  })
  const known = (models.data?.rows ?? []).map(({ key, label, icon }) => ({
    key: String(key),
    label: String(label),
    icon: typeof icon === 'string' ? icon : 'file',
  }))
  const found = useQuery({
    queryKey: ['palette', 'records', text, known.map(({ key }) => key)],
    // A model that cannot be searched must not hide the others.
    queryFn: () =>
      Promise.allSettled(
        known.map(({ key }) => ask({ model: key, search: text, page: { size: PER_MODEL } })),
      ).then((answers) => {
        const failure = answers.find((answer) => answer.status === 'rejected')
        if (failure && answers.every((answer) => answer.status === 'rejected')) throw failure.reason
        return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []))
      }),
    enabled: enabled && known.length > 0,
    staleTime: 10_000,
    retry: false,
  })
  const entries = (enabled ? (found.data ?? []) : []).flatMap((rows, at) => {
    const model = known[at]
    return model
      ? rows.map((row): PaletteEntry => {
          const { name, found: where } = describeRow(row, text)
          return {
            id: `record ${model.key} ${String(row['id'])}`,
            label: name,
            detail: where ? `${where} · ${model.label}` : model.label,
            icon: model.icon,
            run: () => void navigate(recordPath(routes, model.key, row)),
          }
        })
      : []
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
