-- Second factors, in the hosted service's tables. Ours alone: what is marked so.
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Ours: encrypted with a key that is derived from the service's root secret.
  secret text,
  phone text,
  last_challenged_at timestamptz,
  -- Ours: the time step of the newest code that was accepted; no code of it or of an earlier one counts again.
  last_step bigint not null default -1,
  -- Ours: wrong codes in a row, and until when no code is looked at.
  wrong_tries integer not null default 0,
  blocked_until timestamptz
);

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (user_id, friendly_name)
  where trim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);

create table auth.mfa_challenges (
  id uuid not null primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  otp_code text
);

create index mfa_challenges_factor_idx on auth.mfa_challenges (factor_id, created_at);

-- Ours: codes to get in with when the device that makes the other codes is gone. Shown once, kept as hashes.
create table auth.mfa_recovery_codes (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  unique (user_id, code_hash)
);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_recovery_codes enable row level security;
