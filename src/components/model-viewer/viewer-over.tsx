import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './model-viewer.module.css'
import type { GeometryState } from './use-geometries.ts'
import type { useOfferedModels } from './use-offered-models.ts'
import type { useStage } from './use-stage.ts'

interface ViewerOverProps {
  stage: ReturnType<typeof useStage>['state']
  offer: ReturnType<typeof useOfferedModels>
  isPending: boolean
  /** How the geometries that are to be shown stand. */
  wanted: readonly (GeometryState | undefined)[]
}

/** What stands in place of the picture while there is none: why, and what can be done. */
export function ViewerOver({ stage, offer, isPending, wanted }: ViewerOverProps) {
  const t = useTranslate()
  const said = words()
  return said && <div className={styles.over}>{said}</div>

  function words() {
    if (stage === 'no-webgl')
      return (
        <EmptyState compact icon="cube" title={t('This browser cannot draw in three dimensions')}>
          {t('It needs WebGL 2. Places, elements and quantities can be worked with all the same.')}
        </EmptyState>
      )
    if (stage === 'failed')
      return (
        <ErrorState compact title={t('The viewer could not be loaded')}>
          {t('Check your connection and open the page again.')}
        </ErrorState>
      )
    if (offer.error)
      return (
        <ErrorState
          compact
          title={t('The models could not be read')}
          onRetry={offer.refetch}
          requestId={offer.error.requestId ?? undefined}
        >
          {t(offer.error.message)}
        </ErrorState>
      )
    if (offer.isPending || isPending) return <Skeleton height="100%" />
    if (offer.offered.length === 0)
      return (
        <EmptyState compact icon="cube" title={t('No model to show')}>
          {t('A model shows here once its file has been read.')}
        </EmptyState>
      )
    if (offer.offered.every(({ file }) => file === null))
      return (
        <EmptyState compact icon="cube" title={t('There is no geometry yet')}>
          {t('It is made while a file is read, unless the file was read without measuring.')}
        </EmptyState>
      )
    if (wanted.length === 0)
      return (
        <EmptyState compact icon="boxes" title={t('All models are switched off')}>
          {t('Switch one on under “Models”.')}
        </EmptyState>
      )
    if (wanted.every((state) => state === 'failed'))
      return (
        <ErrorState compact title={t('The geometry could not be read')}>
          {t('Nothing was changed. Open the page again, or have the file read again.')}
        </ErrorState>
      )
    // One that is there can be looked at while others come.
    return stage === 'loading' || wanted.every((state) => state === undefined) ? (
      <Skeleton height="100%" />
    ) : null
  }
}
