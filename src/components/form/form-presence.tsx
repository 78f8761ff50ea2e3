import type { FieldDescription } from '#contracts/model-description.ts'
import type { Present } from '#engine/data/presence-store.ts'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { PresentPeople } from '../presence/present-people.tsx'
import styles from './form.module.css'

interface FormPresenceProps {
  people: readonly Present[]
  marks: ReadonlyMap<string, Present>
  fields: ReadonlyMap<string, FieldDescription>
}

/** The others at this record, above its form; at which fields they are is said politely. */
export function FormPresence({ people, marks, fields }: FormPresenceProps) {
  const t = useTranslate()
  const news = [...marks].map(([key, { name }]) =>
    t('{{name}} is editing {{field}}', { name, field: fields.get(key)?.label ?? key }),
  )
  return (
    <>
      {people.length > 0 && (
        <div className={styles.others}>
          <PresentPeople people={people} />
          <span aria-hidden="true">
            {people.length === 1 ? t('{{name}} is here', { name: people[0]?.name ?? '' }) : t('Also here')}
          </span>
        </div>
      )}
      <VisuallyHidden>
        <span aria-live="polite">{news.join('. ')}</span>
      </VisuallyHidden>
    </>
  )
}
