import './keep-zod-from-evaluating.ts'
import '#ui/theme/tokens.css'
import '#ui/theme/reset.css'
import { createRoot } from 'react-dom/client'
import { must } from '#base/assert.ts'
import { listenForBack } from '#engine/routing/hold-back.ts'
import { beginVisit } from '#engine/routing/visit-memory.ts'
import { startTheme } from '#ui/theme/theme.ts'
import { App } from './app.tsx'
import { startApplication } from './application.ts'
import { preloadPage } from './pages.ts'
import { preferredLanguage, showLanguage } from './language.ts'

startTheme()
listenForBack()
beginVisit()
const application = startApplication()
preloadPage(location.pathname)
// "Back" to a page the browser kept whole: whoever signed out meanwhile must not find it.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
// The first drawing is in the reader's language already: nothing is worded twice.
await showLanguage(preferredLanguage())
createRoot(must(document.getElementById('root'), 'the page has no #root')).render(
  <App application={application} />,
)
