import { DynamicRouter } from '#engine/routing/dynamic-router.tsx'
import { useState } from 'react'
import { useTitle } from '../use-title.ts'
import { noSuchScreen } from './other-answers.tsx'
import styles from './onboarding.module.css'

/** `/onboarding`: a screen like any other, but without the frame. */
export function OnboardingPage() {
  const [title, setTitle] = useState<string | null>(null)
  useTitle(title)
  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      <DynamicRouter onTitle={setTitle} notFound={noSuchScreen} />
    </main>
  )
}
