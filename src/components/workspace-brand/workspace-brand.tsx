import { Fragment } from 'react'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { BrandColour } from './brand-colour.tsx'
import { BrandLetters } from './brand-letters.tsx'
import { BrandLogo } from './brand-logo.tsx'
import type { workspaceBrand } from './workspace-brand.definition.ts'
import styles from './workspace-brand.module.css'

/** How this workspace looks to its people and its customers, or a part of it. */
export function WorkspaceBrand({ props: { parts } }: ViewProps<typeof workspaceBrand>) {
  const t = useTranslate()
  const api = useApi()
  const { tenant } = useSession()
  const id = tenant?.id ?? ''
  const list = useAnswer(['tenants'], async () => (await api.call('GET /api/tenants')).rows)
  const own = list.data?.find((one) => one.id === id)
  if (list.error && !list.data)
    return (
      <ErrorState
        title={t('This screen could not be read')}
        onRetry={list.refetch}
        requestId={list.error.requestId ?? undefined}
      >
        {t(list.error.message)}
      </ErrorState>
    )
  if (!own) return <Skeleton lines={6} />
  const drawn = {
    logo: <BrandLogo own={own} />,
    colour: <BrandColour own={own} />,
    letters: <BrandLetters id={id} />,
  }
  return (
    <div className={styles.sections}>
      {parts.map((part) => (
        <Fragment key={part}>{drawn[part]}</Fragment>
      ))}
    </div>
  )
}
