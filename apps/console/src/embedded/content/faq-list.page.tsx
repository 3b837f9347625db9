import type { appContent } from '@headland/contracts/app-content';
import { appContentPaths } from '@headland/contracts/app-content-paths';
import { type FormEvent, useEffect, useState } from 'react';
import { Chevron, Frame } from '../frame';
import { useTexts } from '../language';
import { go, setQuery, useRoute } from '../route';
import { ErrorCard, Loading, Message } from '../states';
import { MoreButton } from './more-button';
import { usePages } from './use-pages';

const categories = ['service', 'account', 'fault', 'other'] as const;

/** Questions by category, and a search in their titles and answers; both are in the address, so that Back finds them again. */
export function FaqListPage() {
  const { t } = useTexts();
  return (
    <Frame title={t('appContent.faq')}>
      <Categories />
      <Search />
      <Questions />
    </Frame>
  );
}

const useCategory = () => {
  const { query } = useRoute();
  return categories.find((each) => each === query.get('category'));
};

function Categories() {
  const { t } = useTexts();
  const chosen = useCategory();
  return (
    <fieldset className="tabs">
      <legend className="sr">{t('appContent.categories')}</legend>
      {([undefined, ...categories] as const).map((each) => (
        <label key={each ?? 'all'} data-on={each === chosen}>
          <input
            type="radio"
            name="category"
            className="sr"
            checked={each === chosen}
            onChange={() => setQuery({ category: each ?? null })}
          />
          {t(each === undefined ? 'appContent.all' : `appContent.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Search() {
  const { t } = useTexts();
  const text = useRoute().query.get('text') ?? '';
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const search = (event: FormEvent): void => {
    event.preventDefault();
    setQuery({ text: typed.trim() || null });
  };
  return (
    <form role="search" className="search" onSubmit={search}>
      <input
        type="search"
        aria-label={t('appContent.search')}
        placeholder={t('appContent.search')}
        maxLength={60}
        enterKeyHint="search"
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
      />
      <button type="submit" className="button">
        {t('appContent.find')}
      </button>
    </form>
  );
}

function Questions() {
  const { t } = useTexts();
  const category = useCategory();
  const text = useRoute().query.get('text');
  const { data, error, busy, retry, more } = usePages<typeof appContent.faqs>(appContentPaths.faqs, {
    ...(category && { category }),
    ...(text !== null && { text }),
  });
  if (error !== null) return <ErrorCard error={error} onRetry={retry} />;
  if (data === null) return <Loading />;
  if (data.rows.length === 0) return <Message>{t('appContent.noFaq')}</Message>;
  return (
    <>
      <ul className="card rows" aria-busy={busy}>
        {data.rows.map((faq) => (
          <li key={faq.id}>
            <button type="button" className="row" onClick={() => go(`/faqDetailApp/${faq.id}${location.search}`)}>
              <span className="what">
                {category === undefined && <span className="quiet">{t(`appContent.${faq.category}`)}</span>}
                <span className="title">{faq.title}</span>
              </span>
              <Chevron right />
            </button>
          </li>
        ))}
      </ul>
      <MoreButton onMore={more} busy={busy} />
    </>
  );
}
