import { lazy, Suspense, useState } from 'react'
import type { MenuEntry } from '#ui/menu.tsx'
import { MenuSurface, type MenuSurfaceProps } from '#ui/menu-surface.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useAppearanceMenu } from '../appearance-menu.ts'
import { useSession } from '../session/session-context.ts'
import type { SessionUser } from '../session/session-state.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import styles from './person-menu.module.css'
import { roleLabel } from './role-label.ts'

const ProfileDialog = lazy(() =>
  import('./profile-dialog.tsx').then((module) => ({ default: module.ProfileDialog })),
)

interface PersonMenuSurfaceProps extends Omit<MenuSurfaceProps, 'items' | 'header'> {
  user: SessionUser
  name: string
  onShortcuts?: (() => void) | undefined
}

/** What the menu of the person holds: profile, theme, language, shortcuts, sign out. */
export function PersonMenuSurface({ user, name, onShortcuts, ...place }: PersonMenuSurfaceProps) {
  const t = useTranslate()
  const role = useSession(({ tenant }) => (tenant.status === 'selected' ? tenant.tenant.role : null))
  const signOut = useSignOut()
  const appearance = useAppearanceMenu()
  const [profile, setProfile] = useState(false)
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
  return (
    <>
      <MenuSurface
        {...place}
        items={items}
        header={
          <span className={styles.header}>
            <strong>{name}</strong>
            {user.name && <span>{user.email}</span>}
            {role && <span>{roleLabel(role, t)}</span>}
          </span>
        }
      />
      {profile && (
        <Suspense>
          <ProfileDialog onClose={() => setProfile(false)} name={user.name ?? ''} />
        </Suspense>
      )}
    </>
  )
}
