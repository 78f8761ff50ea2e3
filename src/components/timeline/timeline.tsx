import { useState } from 'react'
import type { EventView } from '#contracts/object.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { isEmptyValue } from '../field/field-traits.ts'
import type { ViewProps } from '../view-props.ts'
import type { timeline } from './timeline.definition.ts'
import styles from './timeline.module.css'

const verbs: Record<EventView['kind'], string> = {
  created: '{{name}} created this',
  updated: '{{name}} changed',
  deleted: '{{name}} deleted this',
  restored: '{{name}} brought this back',
  purged: '{{name}} removed this for good',
}
const icons: Record<EventView['kind'], string> = {
  created: 'plus',
  updated: 'pencil',
  deleted: 'trash',
  restored: 'undo',
  purged: 'trash',
}

/** What happened to a record, newest first. */
export function Timeline({ props: { model: key, id, size } }: ViewProps<typeof timeline>) {
  const t = useTranslate()
  const api = useApi()
  const model = useModel(key)
  const [more, setMore] = useState(1)
  const asked = Math.min(500, size * more)
  const events = useAnswer(
    ['events', key, id, asked],
    () =>
      api.call('GET /api/records/{model}/{id}/events', {
        params: { model: key, id: id ?? '' },
        search: { size: asked },
      }),
    { enabled: id !== null && id !== undefined && id !== '', keep: true },
  )
  if (events.error && !events.data) {
    return (
      <ErrorState
        compact
        title={t('The history could not be read')}
        onRetry={events.refetch}
        requestId={events.error.requestId ?? undefined}
      >
        {t(events.error.message)}
      </ErrorState>
    )
  }
  if (!events.data) return <Skeleton lines={6} />
  if (events.data.rows.length === 0) {
    return (
      <EmptyState compact icon="history" title={t('No history yet')}>
        {t('Every change is noted here, with who made it.')}
      </EmptyState>
    )
  }
  const fields = new Map(model.data?.fields.map((field) => [field.key, field]))
  return (
    <div>
      <ol className={styles.list}>
        {events.data.rows.map((event) => (
          <li key={event.id} className={styles.event}>
            <span className={styles.sign}>
              {event.actor ? (
                <Avatar name={event.actor.name} named={false} />
              ) : (
                <Icon name={icons[event.kind]} />
              )}
            </span>
            <div className={styles.body}>
              <p className={styles.head}>
                <span>{headOf(event, t)}</span> <TimeText value={event.at} className={styles.time} />
              </p>
              {event.kind === 'updated' && <Changes event={event} fields={fields} />}
            </div>
          </li>
        ))}
      </ol>
      {events.data.page.after !== null && (
        <Button size="compact" variant="ghost" loading={events.isFetching} onClick={() => setMore(more + 1)}>
          {t('Show earlier')}
        </Button>
      )}
    </div>
  )
}

// What nobody wrote says where it comes from; whoever caused it stands beside it all the same.
function headOf(event: EventView, t: Translate): string {
  const person = event.actor?.name ?? t('Somebody')
  const name =
    event.via === undefined ? person : t('{{name}} (by {{token}})', { name: person, token: event.via })
  if (!event.cause) return t(verbs[event.kind], { name })
  return 'definition' in event.cause
    ? t('Worked out after {{name}} changed a formula', { name })
    : t('Worked out after {{name}} changed a related record', { name })
}

function Changes({ event, fields }: { event: EventView; fields: ReadonlyMap<string, FieldDescription> }) {
  const t = useTranslate()
  const keys = [...new Set([...Object.keys(event.before ?? {}), ...Object.keys(event.after ?? {})])]
  return (
    <dl className={styles.changes}>
      {keys.map((key) => {
        const field = fields.get(key) ?? unknownField(key)
        return (
          <div key={key} className={styles.change}>
            <dt>{field.label}</dt>
            <dd>
              <Value field={field} value={event.before?.[key]} old />
              <Icon name="arrow-right" label={t('became')} />
              <Value field={field} value={event.after?.[key]} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Value({ field, value, old = false }: { field: FieldDescription; value: unknown; old?: boolean }) {
  const t = useTranslate()
  const { cell: Cell } = fieldViewOf(field.type)
  return (
    <span className={old ? styles.before : styles.after}>
      {isEmptyValue(value) ? t('empty') : <Cell value={value} field={field} />}
    </span>
  )
}

// A field that is gone, or that a rule now hides, keeps its key as its name.
const unknownField = (key: string): FieldDescription => ({
  key,
  label: key.replaceAll('_', ' '),
  type: 'text',
  required: false,
  read_only: true,
  operators: [],
  sortable: false,
  groupable: false,
  aggregates: [],
})
