import { lazy, Suspense, useState } from 'react'
import { useApi } from '#engine/engine-context.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { classes } from '#ui/classes.ts'
import { Menu, type MenuEntry } from '#ui/menu.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { useAppearanceMenu } from '../appearance-menu.ts'
import { useSession } from '../session/session-context.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import styles from './person-menu.module.css'
import { roleLabel } from './role-label.ts'

const ProfileDialog = lazy(() =>
  import('./profile-dialog.tsx').then((module) => ({ default: module.ProfileDialog })),
)

interface PersonMenuProps {
  folded?: boolean
  /** In the top bar: only the picture. */
  small?: boolean
  onShortcuts?: () => void
}

/** Who is signed in: profile, theme, language, shortcuts, sign out. */
export function PersonMenu({ folded = false, small = false, onShortcuts }: PersonMenuProps) {
  const t = useTranslate()
  const user = useSession(({ auth }) => (auth.phase === 'signed-in' ? auth.user : null))
  const role = useSession(({ tenant }) => (tenant.status === 'selected' ? tenant.tenant.role : null))
  const api = useApi()
  const signOut = useSignOut()
  const appearance = useAppearanceMenu()
  const [profile, setProfile] = useState(false)
  if (!user) return null
  const name = user.name ?? user.email ?? t('You')
  const items: MenuEntry[] = [
    { label: t('Your name'), icon: 'user', onSelect: () => setProfile(true) },
    {
      label: t('Profile and security'),
      icon: 'lock',
      href: role === 'customer' ? '/customer/profile' : '/profile',
    },
    { label: t('Change password'), icon: 'key', href: '/auth/reset' },
    ...(onShortcuts
      ? [{ label: t('Keyboard shortcuts'), icon: 'keyboard', shortcut: '?', onSelect: onShortcuts }]
      : []),
    { kind: 'separator' },
    ...appearance,
    { kind: 'separator' },
    { label: t('Sign out'), icon: 'logout', onSelect: () => void signOut() },
  ]
  const quiet = folded || small
  return (
    <>
      <Menu
        items={items}
        side={small ? 'bottom' : 'top'}
        align={small ? 'end' : 'start'}
        header={
          <span className={styles.header}>
            <strong>{name}</strong>
            {user.name && <span>{user.email}</span>}
            {role && <span>{roleLabel(role, t)}</span>}
          </span>
        }
      >
        {(trigger) => (
          <button
            {...trigger}
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
        )}
      </Menu>
      {profile && (
        <Suspense>
          <ProfileDialog onClose={() => setProfile(false)} name={user.name ?? ''} />
        </Suspense>
      )}
    </>
  )
}
