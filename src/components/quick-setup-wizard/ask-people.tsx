import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { Answers } from './setup-answers.ts'
import styles from './quick-setup-wizard.module.css'

type Person = Answers['people'][number]

/** Third question: who works along. They get an invitation by mail. */
export function AskPeople({
  value,
  onChange,
}: {
  value: readonly Person[]
  onChange(people: Person[]): void
}) {
  const t = useTranslate()
  const change = (index: number, part: Partial<Person>): void =>
    onChange(value.map((person, at) => (at === index ? { ...person, ...part } : person)))
  return (
    <fieldset className={styles.set}>
      <legend className={styles.ask}>{t('Who works with you?')}</legend>
      <p className={styles.quiet}>
        {t('They get an invitation by mail. You can leave this empty and invite people later.')}
      </p>
      {value.map((person, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no name of their own while they are typed
        <div key={index} className={styles.person}>
          <TextField
            label={t('Email')}
            hideLabel={index > 0}
            type="email"
            value={person.email}
            onChange={(email) => change(index, { email })}
            placeholder="ada@example.com"
          />
          <SelectField
            label={t('Role')}
            hideLabel={index > 0}
            value={person.role}
            onChange={(role) => change(index, { role: role === 'admin' ? 'admin' : 'member' })}
            options={[
              { value: 'member', label: t('Member') },
              { value: 'admin', label: t('Administrator') },
            ]}
          />
          {value.length > 1 && (
            <IconButton
              icon="x"
              label={t('Remove line')}
              onClick={() => onChange(value.filter((_one, at) => at !== index))}
            />
          )}
        </div>
      ))}
      <div>
        <Button
          variant="ghost"
          icon="plus"
          onClick={() => onChange([...value, { email: '', role: 'member' }])}
        >
          {t('Add somebody')}
        </Button>
      </div>
    </fieldset>
  )
}
