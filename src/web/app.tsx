import { BrowserRouter } from 'react-router-dom'
import { ApplicationContext } from './application-context.ts'
import type { Application } from './application.ts'
import { Root } from './root.tsx'
import { AllRoutes } from './routes.tsx'
import { SessionContext } from './session/session-context.ts'

/** The whole browser side. */
export function App({ application }: { application: Application }) {
  return (
    <ApplicationContext value={application}>
      <SessionContext value={application.session}>
        <BrowserRouter>
          <Root>
            <AllRoutes />
          </Root>
        </BrowserRouter>
      </SessionContext>
    </ApplicationContext>
  )
}
