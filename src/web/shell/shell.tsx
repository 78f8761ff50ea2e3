import { Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslate } from '#ui/translate.ts'
import { Banners } from './banners.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CommandPalette } from './command-palette-door.tsx'
import { Navigation } from './navigation.tsx'
import { ScreenPlaceholder } from './screen-placeholder.tsx'
import styles from './shell.module.css'
import { ShortcutsDialog } from './shortcuts-door.tsx'
import { TopBar } from './top-bar.tsx'
import { useNavigationFolded } from './use-navigation-folded.ts'
import { usePageFocus } from './use-page-focus.ts'
import { useScrollMemory } from './use-scroll-memory.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The frame around every screen of a workspace: navigation, top bar, banners, and on a phone the bottom bar. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const main = useRef<HTMLElement>(null)
  const [folded, setFolded] = useNavigationFolded()
  const [palette, setPalette] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  usePageFocus(main)
  useScrollMemory(main)
  useShortcuts({
    openPalette: () => setPalette(true),
    openShortcuts: () => setShortcuts(true),
    foldNavigation: () => setFolded(!folded),
  })
  return (
    <div className={styles.shell} data-folded={folded || undefined}>
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          // Without the address: "#main" would be a page of its own in the history.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t('Skip to the content')}
      </a>
      <Navigation folded={folded} onFold={setFolded} onShortcuts={() => setShortcuts(true)} />
      <div className={styles.page}>
        <TopBar onSearch={() => setPalette(true)} />
        <Banners />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Suspense fallback={<ScreenPlaceholder />}>{children}</Suspense>
        </main>
        <BottomBar onShortcuts={() => setShortcuts(true)} />
      </div>
      <CommandPalette open={palette} onOpenChange={setPalette} onShortcuts={() => setShortcuts(true)} />
      <ShortcutsDialog open={shortcuts} onOpenChange={setShortcuts} />
    </div>
  )
}
