import { useMemo } from 'react'
import type { Field } from '#contracts/field.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { ListedModel } from '#contracts/model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { listOf } from '#engine/data/list-of.ts'
import { namedForReader } from '#engine/data/named-for-reader.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'

export interface ModelChoice {
  key: string
  label: string
  fields?: readonly Pick<Field, 'key' | 'type'>[]
}

// Models of the system answer the same questions; screens of settings are made of them.
const systemModels: readonly ModelChoice[] = [
  { key: 'sys_member', label: 'People' },
  { key: 'sys_invite', label: 'Invitations' },
  { key: 'sys_role', label: 'Roles' },
  { key: 'sys_model', label: 'Models' },
  { key: 'sys_archetype', label: 'Archetypes' },
  { key: 'sys_layout', label: 'Screens' },
  { key: 'sys_route', label: 'Addresses' },
  { key: 'sys_event', label: 'Events' },
  { key: 'sys_release', label: 'Releases' },
  { key: 'sys_import', label: 'Imports' },
]

/** The workspace's models, in the order of their labels, and those of the system. */
export function useModels(): {
  own: readonly ModelChoice[]
  system: readonly ModelChoice[]
  isPending: boolean
} {
  const api = useApi()
  const t = useTranslate()
  const language = useLanguage()
  const { data, isPending } = useAnswer(['editor', 'models'], async () =>
    listOf<ListedModel>(await api.call('GET /api/models')),
  )
  const own = useMemo(
    () =>
      namedForReader(data ?? [], language, t).map(({ key, label, schema }) => ({
        key,
        label,
        fields: plainFields(schema?.fields ?? []),
      })),
    [data, language, t],
  )
  return { own, system: systemModels, isPending }
}
