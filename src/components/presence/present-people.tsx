import { useEffect, useRef, useState } from 'react'
import type { Present } from '#engine/data/presence-store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { classes } from '#ui/classes.ts'
import { inkOf } from '#ui/hue-of.ts'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './present-people.module.css'

interface PresentPeopleProps {
  people: readonly Present[]
  most?: number
  className?: string | undefined
}

/** Faces of the others who are here, each once; who comes and goes is said politely. Nothing while nobody is here. */
export function PresentPeople({ people, most = 4, className }: PresentPeopleProps) {
  const t = useTranslate()
  const each = [...new Map(people.map((one) => [one.id, one])).values()]
  const news = useComings(each, t)
  const shown = each.slice(0, each.length > most ? most - 1 : most)
  const others = each.slice(shown.length)
  return (
    <div className={each.length > 0 ? classes(styles.here, className) : styles.alone}>
      {each.length > 0 && (
        <ul className={styles.faces} aria-label={t('Also here')}>
          {shown.map(({ id, name }) => (
            <li key={id} className={styles.face} style={{ '--mark': inkOf(name) } as React.CSSProperties}>
              <Avatar name={name} />
            </li>
          ))}
          {others.length > 0 && (
            <li className={styles.more}>
              <span aria-hidden="true">+{others.length}</span>
              <VisuallyHidden>{others.map(({ name }) => name).join(', ')}</VisuallyHidden>
            </li>
          )}
        </ul>
      )}
      <VisuallyHidden>
        <span aria-live="polite">{news}</span>
      </VisuallyHidden>
    </div>
  )
}

/** What to say of who came and went; said once what says it is there. */
function useComings(people: readonly Present[], t: Translate): string {
  const names = people.map(({ name }) => name).join('\n')
  const known = useRef('')
  const [news, setNews] = useState('')
  useEffect(() => {
    const [before, now] = [known.current, names].map((text) => text.split('\n').filter(Boolean))
    known.current = names
    const came = now?.filter((name) => !before?.includes(name)) ?? []
    const left = before?.filter((name) => !now?.includes(name)) ?? []
    if (came.length + left.length === 0) return
    setNews(
      [
        ...came.map((name) => t('{{name}} is here', { name })),
        ...left.map((name) => t('{{name}} has left', { name })),
      ].join('. '),
    )
  }, [names, t])
  return news
}
