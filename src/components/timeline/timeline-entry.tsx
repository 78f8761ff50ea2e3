import type { FieldDescription } from '#contracts/model-description.ts'
import type { EventView } from '#contracts/object.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ChangeList } from './change-list.tsx'
import { eventIcons, eventWords, leavesVersion, touchedFields } from './event-words.ts'
import styles from './timeline.module.css'
import { nowVersion } from './use-version.ts'

interface TimelineEntryProps {
  event: EventView
  fields: readonly FieldDescription[]
  /** A value with what its links are called. */
  titled: (field: FieldDescription, value: unknown) => unknown
  /** The record has not changed since. */
  isNow: boolean
  /** Looks at the record as it was then, beside another version (an event's id, or `now`); null: cannot be looked at. */
  onLook: ((right: string | null) => void) | null
}

/** One change: who, when, and each field before and after, drawn as the field draws itself. */
export function TimelineEntry({ event, fields, titled, isNow, onLook }: TimelineEntryProps) {
  const t = useTranslate()
  const head = eventWords(event, t)
  return (
    <li className={styles.event}>
      <span className={styles.sign}>
        {event.actor && !event.cause ? (
          <Avatar name={event.actor.name} named={false} />
        ) : (
          <Icon name={event.cause ? 'calculator' : eventIcons[event.kind]} />
        )}
      </span>
      <div className={styles.body}>
        <p className={styles.head}>
          <span>{head}</span> <TimeText value={event.at} className={styles.time} />
        </p>
        {event.kind === 'updated' && (
          <ChangeList
            changes={touchedFields(event, fields).map((field) => ({
              field,
              before: titled(field, event.before?.[field.key]),
              after: titled(field, event.after?.[field.key]),
            }))}
          />
        )}
      </div>
      {onLook && leavesVersion(event) && (
        <Menu
          align="end"
          items={[
            { label: t('As it was then'), icon: 'eye', onSelect: () => onLook(null) },
            {
              label: t('Compare with now'),
              icon: 'compare',
              disabled: isNow,
              onSelect: () => onLook(nowVersion),
            },
          ]}
        >
          {(trigger) => (
            <IconButton
              icon="dots"
              size="compact"
              label={t('Version of {{what}}', { what: head })}
              className={styles.more}
              {...trigger}
            />
          )}
        </Menu>
      )}
    </li>
  )
}
