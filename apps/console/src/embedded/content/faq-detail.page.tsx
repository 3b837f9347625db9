import type { AppFaq } from '@headland/contracts/app-content';
import { appContentPaths } from '@headland/contracts/app-content-paths';
import { Chevron } from '../frame';
import { useTexts } from '../language';
import { go } from '../route';
import { ContentDetail } from './content-detail';
import { RichText } from './rich-text';

/** One question with its answer, and others of its category. */
export function FaqDetailPage() {
  const { t } = useTexts();
  return (
    <ContentDetail<AppFaq>
      path={appContentPaths.faq}
      title={t('appContent.faq')}
      ended={t('appContent.faqEnded')}
      list={{ to: '/faqApp', label: t('appContent.toFaq') }}
    >
      {({ category, title, content, related }) => (
        <>
          <article className="card content">
            <p className="quiet">{t(`appContent.${category}`)}</p>
            <h2>{title}</h2>
            <RichText html={content} />
          </article>
          {related.length > 0 && (
            <section className="card" aria-labelledby="related">
              <h2 id="related">{t('appContent.related')}</h2>
              <ul className="rows">
                {related.map((faq) => (
                  <li key={faq.id}>
                    <button
                      type="button"
                      className="row"
                      onClick={() => go(`/faqDetailApp/${faq.id}${location.search}`)}
                    >
                      <span className="what title">{faq.title}</span>
                      <Chevron right />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </ContentDetail>
  );
}
