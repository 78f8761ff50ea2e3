import type { Role } from '#contracts/role.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { roleTitle } from '../design/role-title.ts'
import styles from './quick-setup-wizard.module.css'

export interface Person {
  id: number
  email: string
  role: string
}

interface PeopleListProps {
  people: readonly Person[]
  roles: readonly Role[]
  onChange: (people: Person[]) => void
}

let lastId = 0

/** Addresses and what each person may do. */
export function PeopleList({ people, roles, onChange }: PeopleListProps) {
  const t = useTranslate()
  const put = (at: number, change: Partial<Person>): void =>
    onChange(people.map((person, other) => (other === at ? { ...person, ...change } : person)))
  const offered =
    roles.length > 0
      ? roles
          .filter(({ key }) => key !== 'public')
          .map((role) => ({ value: role.key, label: roleTitle(role, t) }))
      : [{ value: 'member', label: t('Member') }]
  return (
    <div className={styles.people}>
      {people.map((person, at) => (
        <div key={person.id} className={styles.person}>
          <TextField
            type="email"
            label={t('Mail address')}
            hideLabel={at > 0}
            placeholder="anna@example.com"
            value={person.email}
            onChange={(email) => put(at, { email })}
            autoComplete="off"
          />
          <SelectField
            label={t('Role')}
            hideLabel={at > 0}
            value={person.role}
            onChange={(role) => put(at, { role })}
            options={offered}
          />
          <IconButton
            icon="x"
            label={t('Remove {{name}}', { name: person.email || t('this line') })}
            onClick={() => onChange(people.filter(({ id }) => id !== person.id))}
          />
        </div>
      ))}
      <Button
        icon="plus"
        onClick={() => onChange([...people, { id: (lastId += 1), email: '', role: 'member' }])}
      >
        {people.length === 0 ? t('Invite somebody') : t('Another person')}
      </Button>
    </div>
  )
}
