import { Navigate, type RouteObject } from 'react-router-dom'
import { Guard } from './guard.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { CrashPage } from './pages/crash-page.tsx'
import { Root } from './root.tsx'

/** A page in a chunk of its own. */
const page = (path: string, load: () => Promise<React.ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

/**
 * Every address (specification, section 2): the public pages, the sign-in pages, and behind the guard the screens of the
 * workspace, which are layouts. Only what is written by hand has a line of its own.
 */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <CrashPage />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      page('/', async () => (await import('./pages/landing.tsx')).LandingPage),
      page('/123', async () => (await import('./pages/parts.tsx')).PartsPage),
      page('/marketing-one-pager', async () => (await import('./pages/one-pager.tsx')).OnePager),
      page('/404', async () => (await import('./pages/not-found.tsx')).NotFoundPage),
      page('/auth', async () => (await import('./pages/sign-in.tsx')).SignInPage),
      page(
        '/auth/create-account',
        async () => (await import('./pages/create-account.tsx')).CreateAccountPage,
      ),
      page('/auth/check-email', async () => (await import('./pages/check-email.tsx')).CheckEmailPage),
      page('/auth/callback', async () => (await import('./pages/auth-callback.tsx')).AuthCallbackPage),
      page('/auth/forgot', async () => (await import('./pages/forgot-password.tsx')).ForgotPasswordPage),
      page('/auth/reset', async () => (await import('./pages/reset-password.tsx')).ResetPasswordPage),
      {
        element: <Guard needs="person" />,
        children: [
          page(
            '/auth/select-tenant',
            async () => (await import('./pages/select-tenant.tsx')).SelectTenantPage,
          ),
          page(
            '/auth/create-tenant',
            async () => (await import('./pages/create-tenant.tsx')).CreateTenantPage,
          ),
          page('/invite/:token', async () => (await import('./pages/invite.tsx')).InvitePage),
        ],
      },
      page('/auth/*', async () => (await import('./pages/not-found.tsx')).NotFoundPage),
      {
        element: <Guard needs="workspace" />,
        children: [
          page('/onboarding', async () => (await import('./pages/onboarding.tsx')).OnboardingPage),
          {
            lazy: async () => ({ Component: (await import('./shell/shell-layout.tsx')).ShellLayout }),
            children: [
              { path: '/construction-reipies', element: <Navigate to="/construction-recipes" replace /> },
              page('*', async () => (await import('./pages/screen-page.tsx')).ScreenPage),
            ],
          },
        ],
      },
    ],
  },
]
