import { isJsonObject } from '#base/json.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { ApiError } from '#engine/data/api-error.ts'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import styles from './grid-states.module.css'
import { withoutMissing, type Narrowed } from './without-missing.ts'

/** What could not be read, and that nothing was changed. */
export function GridError({
  error,
  onRetry,
  retrying,
  height,
  list,
}: {
  error: ApiError
  onRetry: () => void
  retrying: boolean
  height?: number | undefined
  /** What the list is narrowed and ordered by, where it is known what it could be. */
  list?: Narrowed | undefined
}) {
  const t = useTranslate()
  const { role } = useSession()
  const mended = list && error.code === 'unknown_field' ? withoutMissing(list) : null
  return (
    <div className={styles.place} style={{ height }}>
      <ErrorState
        compact
        title={t('This list could not be read')}
        onRetry={onRetry}
        retrying={retrying}
        {...(error.requestId && { requestId: error.requestId })}
        action={
          list &&
          mended && (
            <Button
              variant="primary"
              onClick={() => {
                list.grid.change({ sort: mended.sort })
                list.onFilters(mended.filters)
              }}
            >
              {t('Leave out what is not there')}
            </Button>
          )
        }
      >
        {whyUnread(error, role === 'owner' || role === 'admin', t)}
      </ErrorState>
    </div>
  )
}

// Owners and admins see every field: what is unknown to them is not there. To others both are the same.
function whyUnread(error: ApiError, seesAll: boolean, t: Translate): string {
  if (error.code === 'unknown_field')
    return seesAll
      ? t('It asks for a field that is not there. Change the screen or the saved view that asks for it.')
      : t(
          'It asks for a field that is not there, or that you may not see. An administrator of the workspace can change that.',
        )
  // Records that one may see have a past that one may not: the server says why, and what is open instead.
  if (isJsonObject(error.details) && error.details['reason'] === 'row_rule') return t(error.message)
  return error.status === 403 || error.status === 404
    ? t('You may not see these records. An administrator of the workspace can change that.')
    : t('{{problem}} Nothing was changed.', { problem: t(error.message) })
}

interface GridEmptyProps {
  model: ModelDescription
  words:
    | {
        icon?: string | undefined
        title?: string | undefined
        text?: string | undefined
        action?: string | undefined
      }
    | undefined
  /** A moment of the past is looked at. */
  past: boolean
  /** Something was searched or filtered: then the list is not empty, it only has none of these. */
  narrowed: boolean
  onClear: (() => void) | undefined
  onCreate: (() => void) | undefined
}

/** Nothing to show: either nothing matches, or there is nothing yet. */
export function GridEmpty({ model, words: ofNow, past, narrowed, onClear, onCreate }: GridEmptyProps) {
  const t = useTranslate()
  if (narrowed) {
    return (
      <div className={styles.place}>
        <EmptyState
          compact
          icon="search"
          title={t('Nothing matches')}
          action={onClear && <Button onClick={onClear}>{t('Clear search and filters')}</Button>}
        >
          {t('Try fewer words or other conditions.')}
        </EmptyState>
      </div>
    )
  }
  const words = past
    ? {
        icon: 'history',
        title: t('Nothing was here then'),
        text: t('Choose a later moment, or go back to now.'),
      }
    : ofNow
  const action = words?.action ?? (model.can.create ? t('Add the first one') : undefined)
  return (
    <div className={styles.place}>
      <EmptyState
        icon={words?.icon ?? model.icon ?? 'inbox'}
        title={words?.title ?? t('{{model}}: nothing here yet', { model: model.label })}
        action={
          onCreate &&
          action &&
          model.can.create && (
            <Button variant="primary" icon="plus" onClick={onCreate}>
              {action}
            </Button>
          )
        }
      >
        {words?.text ??
          (model.can.create ? model.description : t('When somebody adds records, they stand here.'))}
      </EmptyState>
    </div>
  )
}
