import type { ReactNode } from 'react'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { readStored, type Stored } from './schema-source.ts'

interface StoredSchemaProps {
  kind: Stored['kind']
  id: string
  /** In its place while it is read. */
  skeleton?: ReactNode
  /** Draws what is stored; `refetch` reads it again. */
  children: (stored: Stored, refetch: () => void) => ReactNode
}

/** Reads the fields of a model or archetype, and says so while it does, cannot, or finds nothing. */
export function StoredSchema({ kind, id, skeleton, children }: StoredSchemaProps) {
  const t = useTranslate()
  const api = useApi()
  const stored = useAnswer(['schema', kind, id], () => readStored(api, kind, id))
  if (stored.error && !stored.data)
    return (
      <ErrorState
        compact
        icon={stored.error.status === 403 ? 'lock' : 'alert'}
        title={t('The fields could not be read')}
        onRetry={stored.refetch}
        requestId={stored.error.requestId ?? undefined}
      >
        {t(stored.error.message)}
      </ErrorState>
    )
  if (stored.data === undefined) return skeleton ?? <Skeleton lines={8} />
  if (stored.data === null)
    return (
      <ErrorState compact icon="search" title={t('This is not here')}>
        {t('It was deleted, or you may not see it.')}
      </ErrorState>
    )
  return children(stored.data, stored.refetch)
}
