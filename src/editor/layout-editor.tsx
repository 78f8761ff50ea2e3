import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#engine/data/api-error.ts'
import { useEngine } from '#engine/engine-context.tsx'
import { translateIn } from '#engine/rendering/translate-in.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './layout-editor.module.css'
import { readEditedLayout, type EditedLayout } from './load/read-edited-layout.ts'
import { Workspace } from './workspace.tsx'

interface LayoutEditorProps {
  /** Key or id of the layout. */
  layoutKey: string
  /** Hears the title once it is known. */
  onTitle?: (title: string) => void
}

type Loaded = { layout: EditedLayout } | { error: ApiError } | null

/** Edits one layout: parts, canvas, properties; saves a draft by itself and releases it when told. */
export function LayoutEditor({ layoutKey, onTitle }: LayoutEditorProps) {
  const [attempt, setAttempt] = useState(0)
  const reload = useCallback(() => setAttempt((before) => before + 1), [])
  return (
    <LoadedEditor key={`${layoutKey} ${attempt}`} layoutKey={layoutKey} onTitle={onTitle} reload={reload} />
  )
}

interface LoadedEditorProps {
  layoutKey: string
  onTitle: ((title: string) => void) | undefined
  reload: () => void
}

function LoadedEditor({ layoutKey, onTitle, reload }: LoadedEditorProps) {
  const { api } = useEngine()
  const t = useTranslate()
  // Not through the cache: an editor must start from what the server has now.
  const [loaded, setLoaded] = useState<Loaded>(null)
  useEffect(() => {
    let current = true
    readEditedLayout(api, layoutKey).then(
      (layout) => current && setLoaded({ layout }),
      (error: unknown) => {
        if (!current) return
        setLoaded({ error: error instanceof ApiError ? error : new ApiError(0, 'failed', String(error)) })
      },
    )
    return () => {
      current = false
    }
  }, [api, layoutKey])
  const answer = loaded && 'layout' in loaded ? loaded.layout.answer : null
  useEffect(() => {
    if (!answer) return
    const { layout, product_words: productWords } = answer
    if (typeof layout.title !== 'string') return
    onTitle?.(t('Edit {{name}}', { name: translateIn({ productWords }, '', t)(layout.title) }))
  }, [answer, onTitle, t])

  if (!loaded) return <EditorSkeleton />
  if ('error' in loaded) return <CannotEdit error={loaded.error} onRetry={reload} />
  return <Workspace edited={loaded.layout} reload={reload} />
}

function EditorSkeleton() {
  return (
    <div className={styles.editor} aria-busy>
      <div className={styles.skeletonBar}>
        <Skeleton width={220} height={20} />
      </div>
      <div className={styles.skeletonBody}>
        <Skeleton lines={8} />
        <Skeleton height={420} />
        <Skeleton lines={8} />
      </div>
    </div>
  )
}

function CannotEdit({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useTranslate()
  if (error.status === 403)
    return (
      <EmptyState level={1} icon="lock" title={t('You may not edit screens')}>
        {t('An owner or admin of the workspace can give your role this right.')}
      </EmptyState>
    )
  if (error.status === 404)
    return (
      <EmptyState level={1} icon="search" title={t('There is no such screen')}>
        {t('It may have been deleted. Nothing was changed.')}
      </EmptyState>
    )
  return (
    <ErrorState
      title={t('This screen could not be read')}
      {...(error.unavailable && { onRetry })}
      {...(error.requestId && { requestId: error.requestId })}
    >
      {t(error.message)}
    </ErrorState>
  )
}
