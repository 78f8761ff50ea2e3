-- Totals of money whose currency differs from record to record: one for each currency, never one for all. They are
-- gathered as {"EUR": 12.5, "USD": 3}; amounts without a currency stand under ''.

create function app.money_add(kept jsonb, amount numeric, currency text) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  code text := coalesce(currency, '');
begin
  if amount is null then
    return kept;
  end if;
  return kept || jsonb_build_object(code, coalesce((kept->code)::numeric, 0) + amount);
end
$$;

create function app.money_lower(kept jsonb, amount numeric, currency text) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  code text := coalesce(currency, '');
begin
  if amount is null or (kept->code)::numeric <= amount then
    return kept;
  end if;
  return kept || jsonb_build_object(code, amount);
end
$$;

create function app.money_upper(kept jsonb, amount numeric, currency text) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  code text := coalesce(currency, '');
begin
  if amount is null or (kept->code)::numeric >= amount then
    return kept;
  end if;
  return kept || jsonb_build_object(code, amount);
end
$$;

-- Of an average the sum and how many there are.
create function app.money_count(kept jsonb, amount numeric, currency text) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  code text := coalesce(currency, '');
begin
  if amount is null then
    return kept;
  end if;
  return kept || jsonb_build_object(code, jsonb_build_array(
    coalesce((kept->code->0)::numeric, 0) + amount, coalesce((kept->code->1)::numeric, 0) + 1));
end
$$;

create function app.money_averages(kept jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_object_agg(key, round((value->0)::numeric / (value->1)::numeric, 12)) from jsonb_each(kept));

create aggregate app.money_sum(numeric, text) (sfunc = app.money_add, stype = jsonb, initcond = '{}');
create aggregate app.money_min(numeric, text) (sfunc = app.money_lower, stype = jsonb, initcond = '{}');
create aggregate app.money_max(numeric, text) (sfunc = app.money_upper, stype = jsonb, initcond = '{}');
create aggregate app.money_avg(numeric, text)
  (sfunc = app.money_count, stype = jsonb, initcond = '{}', finalfunc = app.money_averages);

-- As they travel: {"amount": "12.5", "currency": "EUR"} of one currency, a list of these of several, nothing of none.
create function app.money_totals(kept jsonb) returns jsonb language sql immutable parallel safe
  return (
    select case when count(*) > 1 then jsonb_agg(total order by key collate "C") else jsonb_agg(total)->0 end
    from (
      select key, jsonb_build_object('amount', trim_scale(value::numeric)::text, 'currency', nullif(key, '')) as total
      from jsonb_each(kept)
    ) totals
  );

-- What a total of one currency is ordered by; several have no order.
create function app.money_of_one(kept jsonb) returns numeric language sql immutable parallel safe
  return (select case when count(*) = 1 then min(value::numeric) end from jsonb_each(kept));

revoke execute on function
  app.money_add(jsonb, numeric, text), app.money_lower(jsonb, numeric, text), app.money_upper(jsonb, numeric, text),
  app.money_count(jsonb, numeric, text), app.money_averages(jsonb), app.money_totals(jsonb), app.money_of_one(jsonb),
  app.money_sum(numeric, text), app.money_min(numeric, text), app.money_max(numeric, text), app.money_avg(numeric, text)
  from public;
grant execute on function
  app.money_add(jsonb, numeric, text), app.money_lower(jsonb, numeric, text), app.money_upper(jsonb, numeric, text),
  app.money_count(jsonb, numeric, text), app.money_averages(jsonb), app.money_totals(jsonb), app.money_of_one(jsonb),
  app.money_sum(numeric, text), app.money_min(numeric, text), app.money_max(numeric, text), app.money_avg(numeric, text)
  to formwork_app;
