import type { Messages } from './messages';

/** Posts of the app’s board: list, form, detail. */
export const post = {
  'screen.post': { ko: '게시글', en: 'Board posts' },
  'screen.postRegi': { ko: '게시글 등록', en: 'New post' },
  'screen.postDetail': { ko: '게시글', en: 'Post' },
  'recordKind.post': { ko: '게시글', en: 'Post' },
  'post.new': { ko: '게시글 등록', en: 'New post' },
  'post.edit': { ko: '수정', en: 'Edit' },
  'post.editing': { ko: '게시글 수정', en: 'Edit post' },
  'post.toList': { ko: '게시글 목록으로', en: 'To the posts' },
  'post.missing': { ko: '찾을 수 없는 게시글입니다', en: 'Post not found' },
  'post.empty': { ko: '등록된 게시글이 없습니다', en: 'No posts yet' },
  'post.emptyText': {
    ko: '게시글을 등록하면 고객 앱의 게시판에 표시됩니다.',
    en: 'Posts appear on the board of the customers’ app.',
  },
  'post.history': { ko: '변경 이력', en: 'History' },
  'post.historyEmpty': { ko: '변경 이력이 없습니다', en: 'No changes yet' },
  'post.delete': { ko: '삭제', en: 'Delete' },
  'post.deleteTitle': { ko: '“{name}” 게시글을 삭제할까요?', en: 'Delete the post “{name}”?' },
  'post.deleteText': {
    ko: '삭제하면 앱에서 더 이상 볼 수 없습니다.',
    en: 'It will no longer be shown in the app.',
  },
  'post.toast.created': { ko: '“{name}” 게시글을 등록했습니다.', en: 'Post “{name}” registered.' },
  'post.toast.changed': { ko: '“{name}” 게시글을 저장했습니다.', en: 'Post “{name}” saved.' },
  'post.toast.deleted': { ko: '“{name}” 게시글을 삭제했습니다.', en: 'Post “{name}” deleted.' },

  'post.field.title': { ko: '제목', en: 'Title' },
  'post.field.content': { ko: '내용', en: 'Content' },
  'post.field.images': { ko: '이미지', en: 'Images' },
  'post.field.posting': { ko: '게시 기간', en: 'Publication period' },
  'post.field.startOn': { ko: '게시 시작일', en: 'Publication start' },
  'post.field.endOn': { ko: '게시 종료일', en: 'Publication end' },
  'post.field.display': { ko: '노출 여부', en: 'Display' },
} satisfies Messages;
