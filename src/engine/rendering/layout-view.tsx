import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { MissingLayout } from './missing-layout.tsx'
import styles from './layout-view.module.css'
import { Screen, type ScreenProps } from './screen.tsx'
import { useLayout } from './use-layout.ts'

interface LayoutViewProps extends Omit<ScreenProps, 'document'> {
  /** Key or id of the layout. */
  layoutKey: string
}

/** Fetches a layout and draws it; shows that it is on its way, missing, or could not be read. */
export function LayoutView({ layoutKey, ...screen }: LayoutViewProps) {
  const { data, error, isFetching, refetch } = useLayout(layoutKey)
  const t = useTranslate()
  if (data) return <Screen key={screenKey(layoutKey, screen.params)} document={data} {...screen} />
  if (error?.status === 404) return <MissingLayout layout={layoutKey} />
  if (error) {
    return (
      <ErrorState
        title={t('This screen could not be read')}
        onRetry={refetch}
        retrying={isFetching}
        {...(error.requestId && { requestId: error.requestId })}
      >
        {t(error.message)}
      </ErrorState>
    )
  }
  return <ScreenSkeleton />
}

/** The outline of a page while its layout is on its way: a title row and lines below. */
export function ScreenSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy>
      <Skeleton width={220} height={28} />
      <Skeleton lines={8} />
    </div>
  )
}

// Another record is another screen: its state, scroll and open tabs start fresh.
function screenKey(layout: string, params: ScreenProps['params']): string {
  return `${layout} ${JSON.stringify(params ?? {})}`
}
