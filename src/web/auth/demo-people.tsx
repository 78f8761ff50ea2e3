import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useMeta } from '../session/use-meta.ts'
import styles from './auth-form.module.css'

interface DemoPerson {
  email: string
  password: string
}

/** Where a demo workspace is loaded: its people, one press from being signed in. Never in production. */
export function DemoPeople({ onChoose }: { onChoose: (person: DemoPerson) => void }) {
  const t = useTranslate()
  const people = useMeta()?.features.demoPeople ?? []
  if (people.length === 0) return null
  const [{ password: first } = { password: '' }] = people
  const password = people.every((person) => person.password === first) ? first : null
  return (
    <section aria-labelledby="demo-people">
      <h2 id="demo-people" className={styles.between} style={{ marginTop: 32 }}>
        {t('or as somebody from the demo')}
      </h2>
      <ul className={styles.list}>
        {people.map((person) => (
          <li key={person.email}>
            <button type="button" className={styles.option} onClick={() => onChoose(person)}>
              <Avatar name={person.name} size={32} named={false} />
              <span className={styles.person}>
                <span>
                  <span className={styles.strong}>{person.name}</span> · {person.role}
                </span>
                <span className={styles.faint}>
                  {password ? person.email : `${person.email} · ${person.password}`}
                </span>
              </span>
              <Icon name="chevron-right" />
            </button>
          </li>
        ))}
      </ul>
      {password && (
        <p className={styles.faint} style={{ marginTop: 8 }}>
          {t('Password of each: {{password}}', { password })}
        </p>
      )}
    </section>
  )
}
