import { Button, NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FarmError } from '../../model/core/errors.ts';
import { meQuery } from '../api/answers.ts';
import { callApi } from '../api/http.ts';
import { recordQuery } from '../api/queries.ts';
import { useText, ZoneProvider } from '../i18n/language.tsx';
import { useLiveData } from '../live/use-live-data.ts';
import { outbox } from '../offline/device.ts';
import { draftCount, forgetDevice } from '../offline/local-data.ts';
import { useDelivery, useOutbox, useWriter } from '../offline/use-outbox.tsx';
import { Appearance } from '../ui/appearance.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { preserveFarm, useFarm } from '../ui/farm.tsx';
import { Loading, LoadingFailed } from '../ui/page.tsx';
import { DataAge, useInstalledConsole } from './data-age.tsx';
import { MainMenu, useOpening } from './menu.tsx';
import { PaletteButton } from './palette-button.tsx';
import classes from './shell.module.css';

const SignIn = lazy(async () => ({
  default: (await import('../features/sign-in/sign-in.tsx')).SignIn,
}));
const FarmDialog = lazy(async () => ({
  default: (await import('./farm-dialog.tsx')).FarmDialog,
}));

const NoFarm = lazy(async () => ({
  default: (await import('./farm-dialog.tsx')).NoFarm,
}));

/** The path of sign-in links. */
export const SIGN_IN = '/sign-in';

/** Screens whose path belongs to one farm. */
const OF_ONE_FARM = /^\/(?:farms|barns|flocks)\//;

/** The frame of every screen: menu, farm, language and connection state. */
export function Shell(): ReactNode {
  const text = useText();
  const isSigningIn = useLocation({ select: ({ pathname }) => pathname === SIGN_IN });
  const me = useQuery({ ...meQuery, enabled: !isSigningIn });
  if (isSigningIn) return <Outlet />;
  if (me.isPending) return <Loading />;
  if (me.error instanceof FarmError && me.error.status === 401)
    return (
      <Suspense fallback={<Loading />}>
        <SignIn />
      </Suspense>
    );
  if (!me.data) return <LoadingFailed error={me.error} onRetry={() => void me.refetch()} />;
  return (
    <FarmZone fallback={me.data.org.timezone}>
      <a className={classes['skip']} href="#content">
        {text('nav.skip')}
      </a>
      <div className={classes['shell']}>
        <header className={classes['bar']}>
          <FarmChoice />
          <Connection />
          <Unsent />
          <PaletteButton />
          <Account />
        </header>
        <MainMenu />
        <main id="content" className={classes['main']}>
          <DataAge />
          <Screen hasFarm={me.data.farmCount > 0} />
        </main>
      </div>
    </FarmZone>
  );
}

function Screen(props: { readonly hasFarm: boolean }) {
  const isOfFarms = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isOfFarms === true),
  });
  if (props.hasFarm || !isOfFarms) return <Outlet />;
  return (
    <Suspense fallback={<Loading />}>
      <NoFarm />
    </Suspense>
  );
}

/** Uses the time zone of the selected farm for all times inside. */
function FarmZone(props: { readonly fallback: string; readonly children: ReactNode }) {
  const farm = useFarm();
  const { data } = useQuery({
    ...recordQuery('farms', farm?.id ?? ''),
    enabled: farm !== undefined,
    refetchInterval: false,
  });
  return <ZoneProvider zone={data?.timezone ?? props.fallback}>{props.children}</ZoneProvider>;
}

function FarmChoice() {
  const text = useText();
  const { data } = useQuery(meQuery);
  const farm = useFarm();
  const navigate = useNavigate();
  const isOfOneFarm = useLocation({ select: ({ pathname }) => OF_ONE_FARM.test(pathname) });
  if (!data || data.farms.length < 2)
    return (
      <strong className={classes['farm']} dir="auto">
        {farm?.name}
      </strong>
    );
  const choose = (id: string) =>
    void navigate({
      to: isOfOneFarm ? '/' : '.',
      search: (previous) => ({ ...(isOfOneFarm ? {} : previous), farm: id }),
    });
  if (data.farmCount > data.farms.length)
    return <FarmButton chosen={farm?.name ?? ''} onChoose={choose} />;
  return (
    <NativeSelect
      className={classes['farm'] as string}
      aria-label={text('farm.choose')}
      value={farm?.id ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {data.farms.map(({ id, name }) => (
        // A long name is aligned in the direction of its script and cut off at its end.
        <option key={id} value={id} dir="auto">
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Displays the selected farm, and opens a dialog to search for another one. */
function FarmButton(props: {
  readonly chosen: string;
  readonly onChoose: (farmId: string) => void;
}) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        className={classes['farm'] as string}
        aria-label={`${text('farm.choose')}: ${props.chosen}`}
        rightSection="▾"
        onClick={() => setIsOpen(true)}
      >
        <bdi>{props.chosen}</bdi>
      </Button>
      {isOpen && (
        <Suspense>
          <FarmDialog onChoose={props.onChoose} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Connection() {
  const text = useText();
  const state = useLiveData();
  useInstalledConsole();
  if (state === 'connecting') return <span className={classes['live']} />;
  const isConnected = state === 'connected';
  return (
    <output className={classes['live']} data-state={state}>
      <span className={isConnected ? classes['word'] : undefined}>
        {text(isConnected ? 'live.connected' : 'live.lost')}
      </span>
    </output>
  );
}

/** Sends unsent writes, and links to them while there are any. */
function Unsent() {
  const text = useText();
  useDelivery();
  const count = useOutbox().length;
  if (count === 0) return null;
  return (
    <Link to="/unsent" search={preserveFarm} className={classes['unsent'] as string}>
      {text('outbox.count', { count })}
    </Link>
  );
}

/** Language, appearance and sign-out; behind a button on a phone. */
function Account() {
  const text = useText();
  const [isOpen, setIsOpen] = useOpening();
  return (
    <>
      <button
        type="button"
        className={classes['opener']}
        aria-label={text('nav.account')}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span aria-hidden="true">☰</span>
      </button>
      <div className={classes['account']} data-open={isOpen}>
        <Appearance />
        <SignOut />
      </div>
    </>
  );
}

/** Ends the session and deletes its data on the device; not available with a key. */
function SignOut() {
  const text = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const writer = useWriter();
  const unsent = useOutbox().length;
  const [isForgotten, setIsForgotten] = useState(false);
  const [drafts, setDrafts] = useState(0);
  const [isConfirming, setIsConfirming] = useState(false);
  const signOut = useMutation({
    mutationFn: async () => {
      await callApi({ method: 'DELETE', path: '/os/session' });
      if (isForgotten && writer !== undefined) await outbox.forget(writer);
      await forgetDevice(queries);
    },
    onSuccess: () => void navigate({ to: SIGN_IN }),
    // The session is on the service, so signing out requires it.
    onError: () => void notifications.show({ color: 'red', message: text('error.unreachable') }),
  });
  const ask = () => {
    const count = draftCount();
    setDrafts(count);
    if (unsent + count > 0) setIsConfirming(true);
    else signOut.mutate();
  };
  if (!me?.user) return null;
  return (
    <>
      <Button
        variant="default"
        title={text('signedInAs', { name: me.user.name })}
        loading={signOut.isPending}
        onClick={ask}
      >
        {text('signOut')}
      </Button>
      {isConfirming && (
        <Confirm
          title={
            unsent > 0
              ? text('outbox.signOut', { count: unsent })
              : text('signOut.drafts', { count: drafts })
          }
          action={text('signOut')}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false);
            signOut.mutate();
          }}
        >
          {unsent > 0 && (
            <>
              <p>{text('outbox.stays')}</p>
              <label className={classes['forget']}>
                <input
                  type="checkbox"
                  checked={isForgotten}
                  onChange={({ currentTarget }) => setIsForgotten(currentTarget.checked)}
                />
                {text('outbox.forget')}
              </label>
            </>
          )}
          {drafts > 0 && <p>{text('signOut.draftsDeleted', { count: drafts })}</p>}
        </Confirm>
      )}
    </>
  );
}
