import { lazy, Suspense } from 'react'
import { useApi } from '#engine/engine-context.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { classes } from '#ui/classes.ts'
import { useFloatingTrigger } from '#ui/floating-trigger.ts'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { useSession } from '../session/session-context.ts'
import styles from './person-menu.module.css'

// Nothing of the first screen: what it holds comes with the first look at it.
const PersonMenuSurface = lazy(() =>
  import('./person-menu-surface.tsx').then((module) => ({ default: module.PersonMenuSurface })),
)

interface PersonMenuProps {
  folded?: boolean
  /** In the top bar: only the picture. */
  small?: boolean
  onShortcuts?: () => void
}

/** Who is signed in, with a menu of what is theirs. */
export function PersonMenu({ folded = false, small = false, onShortcuts }: PersonMenuProps) {
  const t = useTranslate()
  const user = useSession(({ auth }) => (auth.phase === 'signed-in' ? auth.user : null))
  const api = useApi()
  const { open, setOpen, armed, triggerProps } = useFloatingTrigger('menu')
  if (!user) return null
  const name = user.name ?? user.email ?? t('You')
  const quiet = folded || small
  return (
    <>
      <button
        {...triggerProps}
        type="button"
        className={classes(styles.person, quiet && styles.quiet)}
        aria-label={t('You: {{name}}', { name })}
        {...(quiet && tooltip(name))}
      >
        <Avatar
          name={name}
          src={user.avatarUrl?.startsWith('/') ? api.address(user.avatarUrl) : user.avatarUrl}
          size={24}
          named={false}
        />
        {!quiet && <span className={styles.name}>{name}</span>}
      </button>
      {armed && (
        <Suspense>
          <PersonMenuSurface
            user={user}
            name={name}
            onShortcuts={onShortcuts}
            open={open}
            onOpenChange={setOpen}
            anchor={triggerProps.ref}
            labelledBy={triggerProps.id}
            side={small ? 'bottom' : 'top'}
            align={small ? 'end' : 'start'}
          />
        </Suspense>
      )}
    </>
  )
}
